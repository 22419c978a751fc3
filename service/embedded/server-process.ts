import { spawn, execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Binaries, postgresEnvironment, programOf } from './binaries.ts'
import { StartupError } from '../store/startup-error.ts'
import { type Home, socketFolder } from './home.ts'
import { isPostgresOn, postmasterFile, readPostmasterFile } from './postmaster-file.ts'

/** A running PostgreSQL. `ended` settles when it has exited for any reason (never on Windows). */
export interface ServerProcess {
  ended: Promise<void>
  stop(): Promise<void>
}

/** `settings`: names and values of postgresql.conf. */
export interface ServerOptions {
  home: Home
  binaries: Binaries
  settings: Record<string, string>
}

/**
 * Starts PostgreSQL on the cluster and waits until it accepts connections. Recovery after a crash has no time limit.
 * @throws StartupError with the line that PostgreSQL logged before it exited
 */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    const before = rotateLog(options.home)
    const server = process.platform === 'win32' ? await startOnWindows(options) : await startChild(options)
    if (server) return server
    const reason = lastWords(options.home, before)
    // resources of a killed server are released shortly after it ends
    const passes = /is still in use|is being used by another/.test(reason) && attempt < 50
    if (!passes) throw new StartupError('postgres_not_started', { reason, log_file: logFile(options.home) })
    await pause(200)
  }
}

/**
 * Stops a PostgreSQL that a killed service left running on the cluster. Removes lock files whose process is a zombie or
 * another program, which PostgreSQL itself does not. The caller holds the folder's lock, so no running service owns
 * that server.
 * @returns whether one was running
 */
export async function stopOrphan({ home, binaries }: Pick<ServerOptions, 'home' | 'binaries'>): Promise<boolean> {
  if (process.platform === 'win32') return stopOnWindows({ home, binaries })
  const pid = readPostmasterFile(home.cluster)?.pid
  const isOrphan = pid !== undefined && isPostgresOn(pid, home.cluster)
  if (isOrphan) {
    const isGone = () => !isPostgresOn(pid, home.cluster) || readPostmasterFile(home.cluster)?.pid !== pid
    await stopHarder((signal) => process.kill(pid, signal), isGone)
    if (!isGone()) throw new StartupError('orphan_postgres_running', { process: String(pid) })
  }
  fs.rmSync(postmasterFile(home.cluster), { force: true })
  clear(socketFolder(home)) // the socket has its own lock file next to it
  return isOrphan
}

function clear(folder: string) {
  if (!fs.existsSync(folder)) return
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { force: true })
}

const logLimitBytes = 10 << 20

/** Returns the length of the log, so that later lines can be identified. */
function rotateLog(home: Home): number {
  const size = fs.statSync(logFile(home), { throwIfNoEntry: false })?.size ?? 0
  if (size < logLimitBytes) return size
  fs.renameSync(logFile(home), `${logFile(home)}.1`)
  return 0
}

async function startChild({ home, binaries, settings }: ServerOptions): Promise<ServerProcess | undefined> {
  const log = fs.openSync(logFile(home), 'a', 0o600)
  // detached: Ctrl-C in a terminal reaches only the service, which then stops PostgreSQL gracefully
  const child = spawn(programOf(binaries, 'postgres'), ['-D', home.cluster, ...asFlags(settings)], {
    uid: home.user?.uid,
    gid: home.user?.gid,
    cwd: home.folder,
    env: postgresEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  fs.closeSync(log)
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined, // it did not start: the exit code below is null and the wait ends
  )
  let over = false
  void ended.then(() => (over = true))
  const isReady = () => {
    const file = readPostmasterFile(home.cluster)
    return file?.pid === child.pid && file?.ready === true
  }
  while (!over && !isReady()) await pause(10)
  if (over) return undefined
  child.unref()
  return { ended, stop: () => stopChild(child, ended, () => over) }
}

async function stopChild(child: ChildProcess, ended: Promise<void>, isOver: () => boolean): Promise<void> {
  if (isOver()) return
  child.ref()
  await stopHarder((signal) => child.kill(signal), isOver)
  await ended
}

/**
 * Tries fast shutdown, then immediate shutdown, then SIGKILL. Each is safe for the data: the next start recovers it.
 */
async function stopHarder(send: (signal: NodeJS.Signals) => void, isGone: () => boolean): Promise<void> {
  const steps = [
    { signal: 'SIGINT', waitMs: 30_000 },
    { signal: 'SIGQUIT', waitMs: 10_000 },
    { signal: 'SIGKILL', waitMs: 10_000 },
  ] as const
  for (const { signal, waitMs } of steps) {
    if (isGone()) return
    send(signal)
    const until = performance.now() + waitMs
    while (!isGone() && performance.now() < until) await pause(5)
  }
}

/**
 * Starts the server with pg_ctl. On Windows only pg_ctl can drop administrator rights and stop a server without killing
 * it.
 */
async function startOnWindows(options: ServerOptions): Promise<ServerProcess | undefined> {
  const { home, settings } = options
  const flags = asFlags(settings).map((flag) => `"${flag}"`)
  try {
    await pgCtl(options, ['start', '-w', '-t', '600', '-l', logFile(home), '-o', flags.join(' ')])
  } catch {
    return undefined
  }
  return { ended: new Promise(() => {}), stop: async () => void (await stopOnWindows(options)) }
}

async function stopOnWindows(options: Pick<ServerOptions, 'home' | 'binaries'>): Promise<boolean> {
  try {
    await pgCtl(options, ['status'])
  } catch {
    return false
  }
  await pgCtl(options, ['stop', '-m', 'fast', '-w', '-t', '60'])
  return true
}

function pgCtl({ home, binaries }: Pick<ServerOptions, 'home' | 'binaries'>, command: string[]) {
  const options = { cwd: home.folder, env: postgresEnvironment(), windowsHide: true }
  return promisify(execFile)(programOf(binaries, 'pg_ctl'), [...command, '-D', home.cluster], options)
}

function asFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function logFile(home: Home): string {
  return path.join(home.folder, 'server.log')
}

/** Returns PostgreSQL's reason for ending, in one line. The log has the details. */
function lastWords(home: Home, from: number): string {
  const written = fs.readFileSync(logFile(home)).subarray(from).toString('utf8').trim().split('\n')
  const fatal = written.find((line) => /(FATAL|PANIC):/.test(line)) ?? written.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() || 'it said nothing'
}
