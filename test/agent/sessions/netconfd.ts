import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Sshd, sshdMissing, startSshd } from '../../support/sshd.ts'

/** Debian's NETCONF server (RFC 6241 with base:1.1), behind Debian's sshd. */
export interface Netconfd extends Sshd {
  /** Returns the server's log. */
  log(): string
}

/** Returns why no server can be started here, or undefined. */
export function netconfdMissing(): string | undefined {
  const missing = ['/usr/sbin/netconfd', '/usr/sbin/netconf-subsystem'].find((program) => !existsSync(program))
  return sshdMissing() ?? (missing && `needs ${missing}`)
}

/** Starts it with an empty configuration that its user may read completely. */
export async function startNetconfd(): Promise<Netconfd> {
  const folder = mkdtempSync(path.join(tmpdir(), 'coffer-test-netconfd-'))
  execFileSync('chmod', ['755', folder])
  const [socket, log] = [path.join(folder, 'ncxserver.sock'), path.join(folder, 'log')]
  const subsystem = (port: number) => `/usr/sbin/netconf-subsystem --ncxserver-sockname=${port}@${socket}`
  const sshd = await startSshd((port) => `Subsystem netconf "${subsystem(port)}"`)
  const server = spawn(
    '/usr/sbin/netconfd',
    [
      '--no-startup',
      '--access-control=off',
      `--port=${sshd.port}`, // it rejects sessions of other ports
      `--ncxserver-sockname=${socket}`,
      `--home=${folder}`,
      `--log=${log}`,
      '--log-level=debug',
    ],
    { stdio: 'ignore', cwd: folder },
  )
  const gone = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    server.kill()
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`netconfd ended with status ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    ...sshd,
    log: () => readFileSync(log, 'utf8'),
    async close() {
      await sshd.close()
      await stop()
    },
  }
}
