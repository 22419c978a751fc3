import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const programs = '/usr/lib/rancid/bin'

/** One RANCID round over all devices. `cpuSeconds` includes its child processes. */
export interface RancidRound {
  wallMs: number
  cpuSeconds: number
}

export interface Rancid {
  /** @throws Error if RANCID did not store a whole configuration of each device */
  backUp(): Promise<RancidRound>
  close(): void
}

/** Returns whether Debian's `rancid` package is installed. */
export function hasRancid(): boolean {
  return fs.existsSync(path.join(programs, 'rancid-run'))
}

/**
 * Prepares an empty RANCID group with these devices, which answers to the loopback address and keeps its versions in
 * git. RANCID runs its own list of commands for Cisco IOS.
 * @param configBytes size of the smallest configuration
 */
export function startRancid(devices: { port: number }[], atOnce: number, configBytes: number): Rancid {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-bench-rancid-'))
  const file = (name: string) => path.join(folder, name)
  const names = devices.map((_, at) => `bench-${String(at).padStart(4, '0')}`)
  fs.mkdirSync(file('base/logs'), { recursive: true })
  fs.writeFileSync(file('rancid.conf'), rancidConf(folder, atOnce))
  fs.writeFileSync(file('ssh_config'), sshConfig)
  fs.writeFileSync(file('.gitconfig'), '[user]\nname = bench\nemail = bench@example.net\n')
  fs.writeFileSync(file('.cloginrc'), loginFile(folder, names, devices), { mode: 0o600 })
  const env = { PATH: process.env['PATH'], HOME: folder }
  const group = file('base/bench')
  execFileSync(path.join(programs, 'rancid-cvs'), ['-f', file('rancid.conf')], { env, stdio: 'ignore' })
  fs.writeFileSync(path.join(group, 'router.db'), names.map((name) => `${name};cisco;up\n`).join(''))
  const run = `${programs}/rancid-run -f ${file('rancid.conf')} && times`
  return {
    async backUp() {
      const startedAt = performance.now()
      const { stdout } = await execute('sh', ['-c', run], { env })
      const wallMs = performance.now() - startedAt
      const incomplete = names.filter((name) => sizeOf(path.join(group, 'configs', name)) < configBytes)
      if (incomplete.length > 0) throw new Error(`RANCID did not store ${incomplete.join(', ')}`)
      return { wallMs, cpuSeconds: cpuSecondsIn(stdout) }
    },
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

const sshConfig = `Host bench-*
  HostName 127.0.0.1
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
`

function rancidConf(folder: string, atOnce: number): string {
  const settings = {
    TERM: 'network',
    LC_COLLATE: 'POSIX',
    BASEDIR: `${folder}/base`,
    CVSROOT: `${folder}/base/repository`,
    LOGDIR: `${folder}/base/logs`,
    TMPDIR: folder,
    PERL5LIB: '/usr/share/perl5/rancid',
    PATH: `${programs}:/usr/bin:/bin`,
    RCSSYS: 'git',
    SENDMAIL: 'true',
    PAR_COUNT: String(atOnce),
    LIST_OF_GROUPS: 'bench',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"; export ${name}`)
  return `umask 077\n${lines.join('\n')}\n`
}

function loginFile(folder: string, names: string[], devices: { port: number }[]): string {
  const ports = names.map((name, at) => `add method ${name} {ssh:${devices[at]?.port}}`)
  const shared = ['add user * backup', 'add password * login-Secret1', 'add autoenable * 1']
  return [...ports, ...shared, `add sshcmd * {ssh\\ -F\\ ${folder}/ssh_config}`, ''].join('\n')
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** @param printed what `times` prints: user and system time of the shell, and of its children on the last line */
function cpuSecondsIn(printed: string): number {
  const children = printed.trim().split('\n').at(-1) ?? ''
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}
