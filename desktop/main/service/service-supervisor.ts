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

/** The service that comes with the program: a process of its own, with its data in a folder that the person may choose. */
export interface ServiceSupervisor {
  state(): ServiceState
  /** Ends once it answers, or with the trouble in the state. One that runs already is taken over. */
  start(): Promise<ServiceState>
  stop(): Promise<ServiceState>
  /** Ends with its last state before the program does: stopped, or going on, as the person has chosen. */
  leave(): Promise<void>
  /** Takes over a service that an earlier run of the program has left, if there is one. */
  find(): Promise<ServiceState>
  change(choices: Partial<ServiceChoices>): ServiceState
  /** @throws DesktopError while it runs, and for a folder that holds something else */
  useDataFolder(folder: string): ServiceState
  lastLines(count: number): string[]
  readFirstPassword(): { email: string; password: string } | null
  dropFirstPassword(): void
}

export interface SupervisorOptions {
  program: ServiceProgram
  /** The program's own folder: what it remembers of the service, the log, and, by default, the data. */
  folder: string
  kept: {
    read(): ServiceChoices & { dataFolder: string | null }
    write(choices: ServiceChoices & { dataFolder: string | null }): void
  }
  tell: (state: ServiceState) => void
  now: () => Date
  /** What the service knows of the program's surroundings; nothing that is set for another Coffer reaches it. */
  environment: NodeJS.ProcessEnv
}

/** Longer than the service takes to stop with an agent that hands its jobs back. */
const stopMs = 60_000
const lookMs = 100

export function createServiceSupervisor(options: SupervisorOptions): ServiceSupervisor {
  const { program, folder, kept, tell, now, environment } = options
  const logPath = path.join(folder, 'logs', 'service.log')
  const log = createServiceLogFile(logPath)
  const remembered = createRunningServiceFile(path.join(folder, 'service-process.json'))
  let stage: ServiceState['stage'] = 'stopped'
  let running: (RunningService & { child: ChildProcess | null }) | null = null
  let runningSince: string | null = null
  let wasFound = false
  let trouble: ServiceTrouble | null = null
  let busy: Promise<unknown> = Promise.resolve()

  const dataFolder = () => kept.read().dataFolder ?? path.join(folder, 'service')
  const passwordFile = () => path.join(dataFolder(), 'initial-admin-password')
  const portNow = () => running?.port ?? kept.read().port
  const state = (): ServiceState => {
    const { startsWithApp, goesOn, port } = kept.read()
    return {
      stage,
      port,
      url: `http://127.0.0.1:${portNow()}`,
      pid: running?.pid ?? null,
      runningSince,
      wasFound,
      startsWithApp,
      goesOn,
      dataFolder: dataFolder(),
      logFile: logPath,
      trouble,
      hasFirstPassword: fs.existsSync(passwordFile()),
    }
  }
  const become = (next: ServiceState['stage'], why: ServiceTrouble | null = null): ServiceState => {
    stage = next
    trouble = why
    if (next !== 'running') runningSince = null
    if (next === 'stopped' || next === 'failed') {
      running = null
      wasFound = false
      remembered.write(null)
    }
    const told = state()
    tell(told)
    return told
  }
  /** One thing at a time: a stop that comes while it starts waits for no start that never ends. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = busy.then(work)
    busy = turn.catch(() => undefined)
    return turn
  }

  async function begin(): Promise<ServiceState> {
    if (stage === 'running' || stage === 'starting') return state()
    const found = await takeOver()
    if (found) return found
    const missing = missingOf(program)
    if (missing !== undefined) return become('failed', { ...noTrouble, code: 'missing', said: missing })
    const { port } = kept.read()
    if (await isPortTaken(port)) return become('failed', await portTrouble(port))
    become('starting')
    const { descriptor, from } = log.open()
    fs.mkdirSync(dataFolder(), { recursive: true })
    const child = spawn(program.node, [program.main], {
      cwd: program.folder,
      env: { ...passedOn(environment), BKP_DATA_DIR: dataFolder(), BKP_HOST: '127.0.0.1', BKP_PORT: String(port) },
      stdio: ['ignore', descriptor, descriptor, 'ipc'],
      detached: true, // it may go on, and a Ctrl-C for the program is not for it
      windowsHide: true,
    })
    fs.closeSync(descriptor)
    child.on('error', () => undefined) // 'exit' or the missing number tells it
    if (child.pid === undefined) return become('failed', { ...noTrouble, code: 'missing', said: program.node })
    running = { pid: child.pid, port, dataFolder: dataFolder(), child }
    remembered.write({ pid: child.pid, port, dataFolder: dataFolder() })
    child.once('exit', (exitCode, signal) => void ended(child, { exitCode, signal, lines: log.lastLines(200, from) }))
    return untilItAnswers()
  }

  async function takeOver(): Promise<ServiceState | null> {
    const before = remembered.read()
    if (!before || !isServiceProcess(before.pid, program.main)) return null
    running = { ...before, child: null }
    wasFound = true
    become('starting')
    return untilItAnswers()
  }

  async function untilItAnswers(): Promise<ServiceState> {
    const one = running
    while (one && running === one && stage === 'starting' && isAlive(one)) {
      if (await answers(one.port)) {
        runningSince = now().toISOString()
        const told = become('running')
        if (!one.child) void watchFound(one)
        return told
      }
      await pause(lookMs)
    }
    if (one && running === one && !one.child && stage === 'starting') return foundEnded(one)
    await exitIsTold()
    return state()
  }

  /** Its exit comes as an event of its own, after the process is gone. */
  async function exitIsTold() {
    while (stage === 'starting' || stage === 'stopping') await pause(lookMs)
  }

  function isAlive(one: RunningService & { child: ChildProcess | null }): boolean {
    if (one.child) return one.child.exitCode === null && one.child.signalCode === null
    return isServiceProcess(one.pid, program.main)
  }

  /** Nobody tells us of the end of a process that is not our child. */
  async function watchFound(one: RunningService & { child: ChildProcess | null }) {
    while (running === one && stage === 'running') {
      if (!isAlive(one)) return foundEnded(one)
      await pause(10 * lookMs, undefined, { ref: false })
    }
  }

  function foundEnded(one: RunningService & { child: ChildProcess | null }): ServiceState {
    if (running !== one) return state()
    const exit = { exitCode: null, signal: null, lines: log.lastLines(200) }
    return become('failed', explainExit(exit))
  }

  async function ended(child: ChildProcess, exit: Parameters<typeof explainExit>[0]) {
    if (running?.child !== child) return
    if (stage === 'stopping') return become('stopped')
    const why = explainExit(exit)
    return become('failed', why.code === 'port-in-use' ? { ...(await portTrouble(portNow())), ...exitOf(why) } : why)
  }

  async function end(): Promise<ServiceState> {
    const one = running
    if (!one) return stage === 'failed' ? become('stopped') : state()
    become('stopping')
    askToStop(one)
    const lateAt = performance.now() + stopMs
    while (isAlive(one)) {
      if (performance.now() > lateAt) process.kill(one.pid, 'SIGKILL')
      await pause(lookMs)
    }
    return running === one ? become('stopped') : state()
  }

  const rolling = setInterval(() => log.roll(), 60_000).unref()

  return {
    state,
    start: () => inTurn(begin),
    stop: () => (stage === 'starting' ? end() : inTurn(end)),
    find: () => inTurn(async () => (await takeOver()) ?? state()),
    async leave() {
      clearInterval(rolling)
      if (running && kept.read().goesOn) {
        running.child?.disconnect()
        running.child?.unref()
        return
      }
      await end()
    },
    change(choices) {
      kept.write({ ...kept.read(), ...choices })
      const told = state()
      tell(told)
      return told
    },
    useDataFolder(chosen) {
      if (running) throw new DesktopError('desktop_service_running')
      refuseForeign(chosen)
      kept.write({ ...kept.read(), dataFolder: chosen })
      return become('stopped')
    },
    lastLines: (count) => log.lastLines(count),
    readFirstPassword() {
      if (!fs.existsSync(passwordFile())) return null
      return { email: firstAdministrator, password: fs.readFileSync(passwordFile(), 'utf8').trim() }
    },
    dropFirstPassword() {
      fs.rmSync(passwordFile(), { force: true })
      tell(state())
    },
  }
}

/** The service's own default. */
const firstAdministrator = 'admin@localhost'

const noTrouble = {
  reason: null,
  said: null,
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

function exitOf({ reason, said, exitCode, signal, lastLines }: ServiceTrouble) {
  return { reason, said, exitCode, signal, lastLines }
}

/** By a message where there is a line to it: the signals of Windows end a process at once. */
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

/** Empty, or made by a Coffer: what else lies there is somebody's. */
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
