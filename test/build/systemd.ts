import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { programMissing } from '../support/doc-shell.ts'

const script = path.join(import.meta.dirname, 'systemd.sh')

/** A systemd that runs beside this computer's own, if it has one. */
export interface Systemd {
  /** Runs a program where systemd is, and returns what it wrote. @throws when it ends with another status than 0 */
  run(program: string, words: string[], input?: string): Promise<string>
  /** A property of a unit, as `systemctl show` has it. */
  property(unit: string, name: string): Promise<string>
  close(): Promise<void>
}

/** Why no systemd can be started here, for the name of a test; undefined when it can. */
export function systemdMissing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return ' (as root on Linux alone)'
  if (!fs.existsSync('/lib/systemd/systemd')) return ' (systemd is missing)'
  const mayNot = programMissing('unshare') ?? programMissing('nsenter')
  if (mayNot) return mayNot
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'cgroup2', 'cgroup2', '/mnt'], { stdio: 'ignore' })
  } catch {
    return ' (no right to mount)'
  }
}

/** @param shared a folder below that for temporary files, which is the same inside */
export async function startSystemd(shared: string): Promise<Systemd> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-systemd-'))
  const outer = spawn(script, ['start', folder, shared], { stdio: ['ignore', 'ignore', 'pipe'] })
  let trouble = ''
  outer.stderr.on('data', (bytes) => (trouble += bytes))
  const pid = await firstProcessIn(outer, () => trouble)
  const run = async (program: string, words: string[], input = '') => {
    const ended = promisify(execFile)('nsenter', ['-t', pid, '-a', program, ...words], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', SYSTEMD_UNIT_PATH: '/etc/systemd/system' },
    })
    ended.child.stdin?.on('error', () => undefined).end(input) // it may end without reading any
    return (await ended).stdout.trimEnd()
  }
  const isUp = () => run('systemctl', ['is-active', 'basic.target']).then(() => true, () => false) // prettier-ignore
  while (!(await isUp())) await pause(50)
  return {
    run,
    property: (unit, name) => run('systemctl', ['show', '--property', name, '--value', unit]),
    async close() {
      const over = once(outer, 'exit')
      process.kill(Number(pid), 'SIGKILL') // all of its processes and mounts go with it
      await over
      execFileSync(script, ['clear', folder])
      fs.rmdirSync(folder)
    },
  }
}

/** The name of a process; absent if it has ended. */
function nameOf(pid: string): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** systemd, once it has taken the place of the script that made its namespaces. */
async function firstProcessIn(outer: ChildProcess, trouble: () => string): Promise<string> {
  const { pid } = outer
  while (outer.exitCode === null) {
    const [child] = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    if (child && nameOf(child) === 'systemd') return child
    await pause(20)
  }
  throw new Error(`systemd did not start: ${trouble()}`)
}
