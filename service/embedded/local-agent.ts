import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { publicKeyOf, signingKeyFrom } from '../../shared/agent-protocol/ed25519.ts'

/** Options of the local agent's process. */
export interface LocalAgentOptions {
  agentId: string
  serviceUrl: string
  /** Folder of the agent's key, which no other agent uses. */
  stateDirectory: string
  /**
   * Returns an enrolment token, or null if the service knows the agent by this public key, which its folder contains.
   * Rejects if the server no longer runs the agent.
   */
  findToken: (publicKey: Buffer | null) => Promise<string | null>
  log: Logger
}

/** The source next to the service's source, or the bundle next to the service's bundle. */
const program = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../agent/main.ts' : '../../agent/coffer-agent.cjs',
)

const longestPauseMs = 30_000

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
    for (let pauseMs = 500; !closing.signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const startedAt = performance.now()
      const code = await enrolThenRun().catch((error: Error) => error.message)
      if (closing.signal.aborted) return
      if (performance.now() - startedAt > 60_000) pauseMs = 500
      options.log.warn({ agentId, code }, `the local agent ended; it starts again in ${pauseMs} ms`)
      await pause(pauseMs, closing.signal)
    }
  }

  async function enrolThenRun(): Promise<number | null> {
    const token = await options.findToken(enrolledKey(agentId, stateDirectory))
    if (token !== null && !closing.signal.aborted) {
      const code = await run(['enroll', '--url', options.serviceUrl, '--replace'], `${token}\n`)
      if (code !== 0) return code
    }
    if (closing.signal.aborted) return null
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

/** Returns the public key with which the folder is enrolled as this agent; null if it is not, or not confirmed. */
export function enrolledKey(agentId: string, stateDirectory: string): Buffer | null {
  const state = readState(stateDirectory)
  if (state?.agentId !== agentId || !('enrolled' in state) || typeof state.keySeed !== 'string') return null
  try {
    return publicKeyOf(signingKeyFrom(Buffer.from(state.keySeed, 'base64')))
  } catch {
    return null // a damaged seed
  }
}

/** Returns the id of the agent whose state is in a folder; null if it contains none. */
export function agentIn(stateDirectory: string): string | null {
  const id = readState(stateDirectory)?.agentId
  return typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}

function readState(stateDirectory: string): Record<string, unknown> | null {
  try {
    const state: unknown = JSON.parse(fs.readFileSync(path.join(stateDirectory, 'agent.json'), 'utf8'))
    return typeof state === 'object' ? (state as Record<string, unknown> | null) : null
  } catch {
    return null
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
