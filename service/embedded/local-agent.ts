import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'

/** What the agent that comes with the service is started with. */
export interface LocalAgentOptions {
  agentId: string
  /** Whether the service knows a key of it: then only the state in this data directory may enrol again. */
  isEnrolled: boolean
  serviceUrl: string
  dataDirectory: string
  /** Makes an enrolment token; asked for only when the agent has no identity yet. */
  newToken: () => Promise<string>
  log: Logger
}

/** Its source beside the service's source, its bundle beside the service's bundle. */
const program = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../agent/main.ts' : '../../agent/coffer-agent.cjs',
)

/** An agent that was revoked has wiped its keys: starting it again would change nothing. See docs/agent.md. */
const revokedExitCode = 6

const longestPauseMs = 30_000

/** How soon an enrolment by hand is noticed. */
const lookEveryMs = 1_000

/** Longer than an agent takes to finish or hand back its jobs. */
const stopMs = 45_000

/**
 * Runs the agent as a process of its own for as long as the service lives, and starts it again when it dies. It shares
 * nothing with the service but the address: what it may know, it learns by the protocol. When the service dies, the pipe
 * to it closes and the agent ends.
 */
export function startLocalAgent(options: LocalAgentOptions): { stop(): Promise<void> } {
  const stateDirectory = path.join(options.dataDirectory, 'agent')
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
    if (options.isEnrolled && standingOf(options.agentId, stateDirectory) === 'foreign') {
      const line = `the agent local is enrolled elsewhere, or its state in ${stateDirectory} was lost: none is started here`
      options.log.warn(`${line} until it is enrolled there with a new token (docs/agent-recovery.md)`)
      while (standingOf(options.agentId, stateDirectory) !== 'enrolled') {
        await pause(lookEveryMs, closing.signal)
        if (closing.signal.aborted) return
      }
    }
    for (let pauseMs = 500; !closing.signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const startedAt = performance.now()
      const code = await enrolThenRun().catch((error: Error) => error.message)
      if (closing.signal.aborted) return
      if (code === revokedExitCode) {
        options.log.warn('the local agent was revoked; it is not started again')
        return
      }
      if (performance.now() - startedAt > 60_000) pauseMs = 500
      options.log.warn({ code }, `the local agent ended; it starts again in ${pauseMs} ms`)
      await pause(pauseMs, closing.signal)
    }
  }

  async function enrolThenRun(): Promise<number | null> {
    if (standingOf(options.agentId, stateDirectory) !== 'enrolled') {
      const code = await run(['enroll', '--url', options.serviceUrl, '--replace'], `${await options.newToken()}\n`)
      if (code !== 0) return code
    }
    return run(['run', '--until-stdin-ends'])
  }

  function run(parameters: string[], input?: string): Promise<number | null> {
    return new Promise((resolve) => {
      // detached: Ctrl-C in a terminal goes to the service alone, which then stops the agent in good order
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
 * What the agent's own program left in its state folder: the confirmed identity of this agent, one that was never
 * confirmed because something died in between, or nothing that is this agent's.
 */
function standingOf(agentId: string, stateDirectory: string): 'enrolled' | 'begun' | 'foreign' {
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
 * Only what the agent needs: nothing of the service's environment reaches it. Two arenas of glibc, as in the systemd unit,
 * keep its peak 13 % lower while it reads a tree.
 */
function environmentFor(serviceUrl: string, stateDirectory: string): NodeJS.ProcessEnv {
  const passed = ['PATH', 'HOME', 'LANG', 'TZ', 'BKP_LOG_LEVEL', 'BKP_AGENT_CONCURRENCY', 'SystemRoot', 'TEMP', 'TMP']
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
