import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceChoices, ServiceState, ServiceTrouble } from '../../bridge.ts'
import { DesktopError } from '../desktop-error.ts'
import { explainExit } from './explain-exit.ts'
import { findPortHolder, isPortTaken, nextFreePort } from './port-holder.ts'
import { createRunningServiceFile, isServiceProcess, type RunningService } from './running-service.ts'
import { createServiceLogFile } from './service-log-file.ts'
import { missingOf, type ServiceProgram } from './service-program.ts'

/** Controls the bundled service: a separate process with its data in a folder that the user may choose. */
export interface ServiceSupervisor {
  state(): ServiceState
  /** Resolves once the service responds, or with the problem in the state. A running service is taken over. */
  start(): Promise<ServiceState>
  stop(): Promise<ServiceState>
  /** Called before the program ends. Stops the service or leaves it running, as the user chose. */
  leave(): Promise<void>
  /** Takes over a service that an earlier run of the program left running. */
  find(): Promise<ServiceState>
  change(choices: Partial<ServiceChoices>): ServiceState
  /** @throws DesktopError while it runs, and for a folder with other content */
  useDataFolder(folder: string): ServiceState
  lastLines(count: number): string[]
  readFirstPassword(): { email: string; password: string } | null
  dropFirstPassword(): void
}

export interface SupervisorOptions {
  program: ServiceProgram
  /** The program's own folder: the record of the running service, the log, and, by default, the data. */
  folder: string
  kept: {
    read(): ServiceChoices & { dataFolder: string | null }
    write(choices: ServiceChoices & { dataFolder: string | null }): void
  }
  onState: (state: ServiceState) => void
  now: () => Date
  /** The program's environment: variables that are set for another Coffer are not passed to the service. */
  environment: NodeJS.ProcessEnv
}

/** Longer than the service takes to stop while its agent returns its jobs. */
const stopMs = 60_000
const lookMs = 100

export function createServiceSupervisor(options: SupervisorOptions): ServiceSupervisor {
  return new BundledService(options)
}

/** The running service; `child` is null for one that an earlier run of the program started. */
type OwnedService = RunningService & { child: ChildProcess | null }

/** The bundled service as a separate process. One action runs at a time. */
class BundledService implements ServiceSupervisor {
  readonly #options: SupervisorOptions
  readonly #logPath: string
  readonly #log: ReturnType<typeof createServiceLogFile>
  readonly #remembered: ReturnType<typeof createRunningServiceFile>
  readonly #rolling: NodeJS.Timeout
  #stage: ServiceState['stage'] = 'stopped'
  #running: OwnedService | null = null
  #runningSince: string | null = null
  #wasFound = false
  #trouble: ServiceTrouble | null = null
  #busy: Promise<unknown> = Promise.resolve()

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#logPath = path.join(options.folder, 'logs', 'service.log')
    this.#log = createServiceLogFile(this.#logPath)
    this.#remembered = createRunningServiceFile(path.join(options.folder, 'service-process.json'))
    this.#rolling = setInterval(() => this.#log.roll(), 60_000).unref()
  }

  state(): ServiceState {
    const { startsWithApp, goesOn, port } = this.#options.kept.read()
    return {
      stage: this.#stage,
      port,
      url: `http://127.0.0.1:${this.#portNow()}`,
      pid: this.#running?.pid ?? null,
      runningSince: this.#runningSince,
      wasFound: this.#wasFound,
      startsWithApp,
      goesOn,
      dataFolder: this.#dataFolder(),
      logFile: this.#logPath,
      trouble: this.#trouble,
      hasFirstPassword: fs.existsSync(this.#passwordFile()),
    }
  }

  start(): Promise<ServiceState> {
    return this.#inTurn(() => this.#begin())
  }

  stop(): Promise<ServiceState> {
    return this.#stage === 'starting' ? this.#end() : this.#inTurn(() => this.#end())
  }

  find(): Promise<ServiceState> {
    return this.#inTurn(async () => (await this.#takeOver()) ?? this.state())
  }

  async leave(): Promise<void> {
    clearInterval(this.#rolling)
    if (this.#running && this.#options.kept.read().goesOn) {
      this.#running.child?.disconnect()
      this.#running.child?.unref()
      return
    }
    await this.#end()
  }

  change(choices: Partial<ServiceChoices>): ServiceState {
    const { kept } = this.#options
    kept.write({ ...kept.read(), ...choices })
    return this.#reportState()
  }

  useDataFolder(folder: string): ServiceState {
    const { kept } = this.#options
    if (this.#running) throw new DesktopError('desktop_service_running')
    refuseForeign(folder)
    kept.write({ ...kept.read(), dataFolder: folder })
    return this.#become('stopped')
  }

  lastLines(count: number): string[] {
    return this.#log.lastLines(count)
  }

  readFirstPassword(): { email: string; password: string } | null {
    const file = this.#passwordFile()
    if (!fs.existsSync(file)) return null
    return { email: firstAdministrator, password: fs.readFileSync(file, 'utf8').trim() }
  }

  dropFirstPassword(): void {
    fs.rmSync(this.#passwordFile(), { force: true })
    this.#reportState()
  }

  #dataFolder(): string {
    return this.#options.kept.read().dataFolder ?? path.join(this.#options.folder, 'service')
  }

  #passwordFile(): string {
    return path.join(this.#dataFolder(), 'initial-admin-password')
  }

  #portNow(): number {
    return this.#running?.port ?? this.#options.kept.read().port
  }

  #reportState(): ServiceState {
    const state = this.state()
    this.#options.onState(state)
    return state
  }

  #become(stage: ServiceState['stage'], trouble: ServiceTrouble | null = null): ServiceState {
    this.#stage = stage
    this.#trouble = trouble
    if (stage !== 'running') this.#runningSince = null
    if (stage === 'stopped' || stage === 'failed') {
      this.#running = null
      this.#wasFound = false
      this.#remembered.write(null)
    }
    return this.#reportState()
  }

  /**
   * Runs one action at a time. A stop during the start aborts it, so that it does not wait for a start that never ends.
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#busy.then(work)
    this.#busy = turn.catch(() => undefined)
    return turn
  }

  async #begin(): Promise<ServiceState> {
    if (this.#stage === 'running' || this.#stage === 'starting') return this.state()
    const found = await this.#takeOver()
    if (found) return found
    const missing = missingOf(this.#options.program)
    if (missing !== undefined) return this.#become('failed', { ...noTrouble, code: 'missing', output: missing })
    const { port } = this.#options.kept.read()
    if (await isPortTaken(port)) return this.#become('failed', await portTrouble(port))
    this.#become('starting')
    return this.#spawn(port) ? this.#waitForAnswer() : this.state()
  }

  /** Returns false if the program cannot be started; the state then has the reason. */
  #spawn(port: number): boolean {
    const { program, environment } = this.#options
    const dataFolder = this.#dataFolder()
    const { descriptor, from } = this.#log.open()
    fs.mkdirSync(dataFolder, { recursive: true })
    const child = spawn(program.node, [program.main], {
      cwd: program.folder,
      env: {
        ...passedOn(environment),
        BKP_DATA_DIR: dataFolder,
        BKP_HOST: '127.0.0.1',
        BKP_PORT: String(port),
        BKP_PROCESSES: '1',
      },
      stdio: ['ignore', descriptor, descriptor, 'ipc'],
      detached: true, // it may outlive the program, and must not receive its Ctrl-C
      windowsHide: true,
    })
    fs.closeSync(descriptor)
    child.on('error', () => undefined) // 'exit' or the missing process id reports it
    if (child.pid === undefined) {
      this.#become('failed', { ...noTrouble, code: 'missing', output: program.node })
      return false
    }
    this.#running = { pid: child.pid, port, dataFolder, child }
    this.#remembered.write({ pid: child.pid, port, dataFolder })
    child.once('exit', (exitCode, signal) => {
      void this.#onExit(child, { exitCode, signal, lines: this.#log.lastLines(200, from) })
    })
    return true
  }

  async #takeOver(): Promise<ServiceState | null> {
    const before = this.#remembered.read()
    if (!before || !isServiceProcess(before.pid, this.#options.program.main)) return null
    this.#running = { ...before, child: null }
    this.#wasFound = true
    this.#become('starting')
    return this.#waitForAnswer()
  }

  async #waitForAnswer(): Promise<ServiceState> {
    const one = this.#running
    while (one && this.#running === one && this.#stage === 'starting' && this.#isAlive(one)) {
      if (await answers(one.port)) {
        this.#runningSince = this.#options.now().toISOString()
        const running = this.#become('running')
        if (!one.child) void this.#watchFound(one)
        return running
      }
      await pause(lookMs)
    }
    if (one && this.#running === one && !one.child && this.#stage === 'starting') return this.#foundEnded(one)
    await this.#waitForExit()
    return this.state()
  }

  /** Waits until the exit event, which follows the end of the process. */
  async #waitForExit() {
    while (this.#stage === 'starting' || this.#stage === 'stopping') await pause(lookMs)
  }

  #isAlive(one: OwnedService): boolean {
    if (one.child) return one.child.exitCode === null && one.child.signalCode === null
    return isServiceProcess(one.pid, this.#options.program.main)
  }

  /** Polls a process that is not a child, because its exit causes no event. */
  async #watchFound(one: OwnedService) {
    while (this.#running === one && this.#stage === 'running') {
      if (!this.#isAlive(one)) return this.#foundEnded(one)
      await pause(10 * lookMs, undefined, { ref: false })
    }
  }

  #foundEnded(one: OwnedService): ServiceState {
    if (this.#running !== one) return this.state()
    const exit = { exitCode: null, signal: null, lines: this.#log.lastLines(200) }
    return this.#become('failed', explainExit(exit))
  }

  async #onExit(child: ChildProcess, exit: Parameters<typeof explainExit>[0]) {
    if (this.#running?.child !== child) return
    if (this.#stage === 'stopping') return this.#become('stopped')
    const why = explainExit(exit)
    if (why.code !== 'port-in-use') return this.#become('failed', why)
    return this.#become('failed', { ...(await portTrouble(this.#portNow())), ...exitOf(why) })
  }

  async #end(): Promise<ServiceState> {
    const one = this.#running
    if (!one) return this.#stage === 'failed' ? this.#become('stopped') : this.state()
    this.#become('stopping')
    askToStop(one)
    const lateAt = performance.now() + stopMs
    while (this.#isAlive(one)) {
      if (performance.now() > lateAt) process.kill(one.pid, 'SIGKILL')
      await pause(lookMs)
    }
    return this.#running === one ? this.#become('stopped') : this.state()
  }
}

/** The service's default. */
const firstAdministrator = 'admin@localhost'

const noTrouble = {
  reason: null,
  output: null,
  holder: null,
  offeredPort: null,
  exitCode: null,
  signal: null,
  lastLines: [],
}

async function portTrouble(port: number): Promise<ServiceTrouble> {
  const [holder, offeredPort] = await Promise.all([findPortHolder(port), nextFreePort(port)])
  return { ...noTrouble, code: 'port-in-use', holder, offeredPort }
}

function exitOf({ reason, output, exitCode, signal, lastLines }: ServiceTrouble) {
  return { reason, output, exitCode, signal, lastLines }
}

/** Asks the process to stop. A child receives a message, because signals end a process at once on Windows. */
function askToStop({ child, pid }: { child: ChildProcess | null; pid: number }) {
  if (child?.connected) child.send('stop')
  else process.kill(pid, 'SIGTERM')
}

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5_000) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

/** Rejects a folder that is neither empty nor made by Coffer. */
function refuseForeign(folder: string) {
  if (!path.isAbsolute(folder)) throw new DesktopError('desktop_folder_relative', { folder })
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => !name.startsWith('.')) : []
  if (names.length > 0 && !names.includes('master-key')) {
    throw new DesktopError('desktop_folder_occupied', { folder })
  }
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DesktopError('desktop_folder_unwritable', { folder, reason })
  }
}

function passedOn(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'TZ', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'USERPROFILE', 'LOCALAPPDATA']
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  )
}
