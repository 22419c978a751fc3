import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Sshd = Awaited<ReturnType<typeof startSshd>>

/** Returns why no sshd can be started here, or undefined. */
export function sshdMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root: a real sshd with an account of its own'
  const missing = ['/usr/sbin/sshd', '/usr/bin/sudo', '/usr/sbin/useradd'].find((path) => !existsSync(path))
  return missing && `needs ${missing}`
}

/**
 * Starts Debian's sshd for each connection to a port of 127.0.0.1, with its own keys and configuration, for a new user.
 * `close` removes everything it leaves on the machine, as does the next start after a killed test.
 * @param settingsFor returns more lines of its configuration, by its port
 */
export async function startSshd(settingsFor: (port: number) => string = () => '') {
  sweepLeftovers()
  const user = `coffert${process.pid}x${randomBytes(2).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'coffer-test-sshd-'))
  execFileSync('chmod', ['755', folder])
  const home = join(folder, 'home')
  const password = randomBytes(12).toString('hex')
  const sudoers = `/etc/sudoers.d/${user}`
  execFileSync('useradd', ['--create-home', '--home-dir', home, '--shell', '/bin/bash', user], { stdio: 'ignore' })
  execFileSync('chpasswd', [], { input: `${user}:${password}\n` })

  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  makeKey('host')
  makeKey('login')
  execFileSync('cp', [join(folder, 'login.pub'), join(folder, 'authorized')])
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const config = join(folder, 'config')
  const sessions = new Set<ChildProcess>()
  const server = createServer({ pauseOnConnect: true }, (connection) => {
    const stdio = [connection, connection, 'ignore'] as const
    const session = spawn('/usr/sbin/sshd', ['-i', '-f', config], { stdio: [...stdio] })
    sessions.add(session)
    session.once('exit', () => sessions.delete(session))
    connection.destroy() // the session has its own handle
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  writeFileSync(config, `${configOf(folder)}${settingsFor(port)}\n`)

  return {
    port,
    hostKeyFingerprint: fingerprintOf(join(folder, 'host.pub')),
    /** An account created for this server, with its own home and no rights. */
    user,
    password,
    /** OpenSSH's format, no passphrase; accepted for the user and for root. */
    privateKey: readFileSync(join(folder, 'login'), 'utf8'),
    home,
    /** Replaces the user's lines in sudoers. `USER` stands for its name; an empty text revokes all rights. */
    setSudoers(lines: string) {
      if (lines === '') rmSync(sudoers, { force: true })
      else writeFileSync(sudoers, `${lines.replaceAll('USER', user)}\n`, { mode: 0o440 })
    },
    /** Sets the user's login shell. */
    setShell: (path: string) => void execFileSync('usermod', ['--shell', path, user], { stdio: 'ignore' }),
    async close() {
      server.close()
      await Promise.all([...sessions].map((session) => session.kill() && once(session, 'exit')))
      removeUser(user)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configOf(folder: string): string {
  return `HostKey ${folder}/host
AuthorizedKeysFile ${folder}/authorized
UsePAM no
StrictModes no
PermitRootLogin prohibit-password
PasswordAuthentication yes
PrintMotd no
MaxSessions 100
Subsystem sftp internal-sftp
`
}

function fingerprintOf(publicKey: string): string {
  return execFileSync('ssh-keygen', ['-l', '-f', publicKey], { encoding: 'utf8' }).split(' ')[1] as string
}

/** Removes users of killed test runs: their names contain the process id. */
function sweepLeftovers(): void {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const match = /^(coffert(\d+)x[0-9a-f]{4}):/.exec(line)
    if (match && !existsSync(`/proc/${match[2]}`)) removeUser(match[1] as string)
  }
}

function removeUser(user: string): void {
  rmSync(`/etc/sudoers.d/${user}`, { force: true })
  // A session that is still ending uses the account: userdel then needs --force.
  execFileSync('userdel', ['--force', '--remove', user], { stdio: 'ignore' })
}
