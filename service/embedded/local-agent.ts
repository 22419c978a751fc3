import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'

/** Options of the local agent's process. */
export interface LocalAgentOptions {
  agentId: string
  /** Whether the agent may enrol. If not, only the state in its folder, or a manual enrolment, gives it an identity. */
  mayEnrol: boolean
  serviceUrl: string
  /** Folder of the agent's key, which no other agent uses. */
  stateDirectory: string
  /** Creates an enrolment token. Called only if the agent has no identity yet. */
  newToken: () => Promise<string>
  log: Logger
}

/** The source next to the service's source, or the bundle next to the service's bundle. */
const program = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../agent/main.ts' : '../../agent/coffer-agent.cjs',
)

/** Exit code of a revoked agent. It deleted its keys, so a restart would fail again. See docs/agent.md. */
const revokedExitCode = 6

const longestPauseMs = 30_000

/** Interval between two checks for a manual enrolment. */
const lookEveryMs = 1_000

/** Longer than an agent needs to finish or return its jobs. */
const stopMs = 45_000

/** A supervised agent. `stop` resolves when its process has ended. */
export interface RunningLocalAgent {
  stop(): Promise<void>
}

/**
 * Runs the agent as a separate process while the service runs, and restarts it if it exits. The two communicate only by
 * the agent protocol. If the service exits, the pipe closes and the agent ends.
 */
export function runLocalAgent(options: LocalAgentOptions): RunningLocalAgent {
  const { agentId, stateDirectory } = options
  const closing = new AbortController()
  const environment = environmentFor(options.serviceUrl, stateDirectory)
  let child: ChildProcess | undefined
  const running = keepRunning()
  return {
    async stop() {
      closing.abort()
      child?.kill('SIGTERM')
      const late = setTimeout(() => child?.kill('SIGKILL'), stopMs)
      await running
      clearTimeout(late)
    },
  }

  async function keepRunning() {
    if (!options.mayEnrol && enrolmentState(agentId, stateDirectory) === 'foreign') {
      const line = `the agent local is enrolled elsewhere, or its state in ${stateDirectory} was lost: none is started here`
      options.log.warn(`${line} until it is enrolled there with a new token (docs/agent-recovery.md)`)
      while (enrolmentState(agentId, stateDirectory) !== 'enrolled') {
        await pause(lookEveryMs, closing.signal)
        if (closing.signal.aborted) return
      }
    }
    for (let pauseMs = 500; !closing.signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const startedAt = performance.now()
      const code = await enrolThenRun().catch((error: Error) => error.message)
      if (closing.signal.aborted) return
      if (code === revokedExitCode) {
        options.log.warn({ agentId }, 'the local agent was revoked; it is not started again')
        return
      }
      if (performance.now() - startedAt > 60_000) pauseMs = 500
      options.log.warn({ agentId, code }, `the local agent ended; it starts again in ${pauseMs} ms`)
      await pause(pauseMs, closing.signal)
    }
  }

  async function enrolThenRun(): Promise<number | null> {
    if (enrolmentState(agentId, stateDirectory) !== 'enrolled') {
      const code = await run(['enroll', '--url', options.serviceUrl, '--replace'], `${await options.newToken()}\n`)
      if (code !== 0) return code
    }
    return run(['run', '--until-stdin-ends'])
  }

  function run(parameters: string[], input?: string): Promise<number | null> {
    return new Promise((resolve) => {
      // detached: Ctrl-C in a terminal reaches only the service, which then stops the agent gracefully
      const started = spawn(process.execPath, [program, ...parameters], {
        env: environment,
        stdio: ['pipe', 'inherit', 'inherit'],
        detached: process.platform !== 'win32',
      })
      child = started
      started.once('error', () => resolve(null))
      started.once('exit', (code) => resolve(code))
      started.stdin.on('error', () => undefined)
      if (input !== undefined) started.stdin.end(input)
      if (closing.signal.aborted) started.kill('SIGTERM')
    })
  }
}

/**
 * Returns the state of the agent's folder: enrolled as this agent, an enrolment that was not confirmed, or no state of
 * this agent.
 */
export function enrolmentState(agentId: string, stateDirectory: string): 'enrolled' | 'begun' | 'foreign' {
  try {
    const state: unknown = JSON.parse(fs.readFileSync(path.join(stateDirectory, 'agent.json'), 'utf8'))
    if (typeof state !== 'object' || state === null || !('agentId' in state)) return 'foreign'
    if (state.agentId !== agentId) return 'foreign'
    return 'enrolled' in state ? 'enrolled' : 'begun'
  } catch {
    return 'foreign'
  }
}

/**
 * Returns the environment of the agent. It contains none of the service's variables. Two glibc arenas, as in the systemd
 * unit, keep its peak memory 13 % lower while it reads a tree.
 */
function environmentFor(serviceUrl: string, stateDirectory: string): NodeJS.ProcessEnv {
  const passed = [
    'PATH',
    'HOME',
    'LANG',
    'TZ',
    'NODE_COMPILE_CACHE',
    'BKP_LOG_LEVEL',
    'BKP_AGENT_CONCURRENCY',
    'SystemRoot',
    'TEMP',
    'TMP',
  ]
  const kept = passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  const own = { MALLOC_ARENA_MAX: '2', BKP_AGENT_URL: serviceUrl, BKP_AGENT_STATE_DIR: stateDirectory }
  return { ...Object.fromEntries(kept), ...own }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
