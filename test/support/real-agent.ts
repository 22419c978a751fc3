import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { enrollAgent } from '../../agent/commands/enroll.ts'
import { type AgentState, isRevoked, readState, writeState } from '../../agent/state-file.ts'
import { type SuperviseSettings, supervise } from '../../agent/supervisor/supervise.ts'
import { newToken } from './fake-agent.ts'
import type { Customer, TestService } from './service.ts'
import { bareEnvironment } from './bare-environment.ts'
import { temporaryFolder } from './temporary-folders.ts'

/** An agent's supervisor that runs in the tests' process. */
export interface RunningAgent {
  log: string[]
  ended: Promise<'stopped' | 'revoked'>
  /** Stops it gracefully. */
  stop(): Promise<void>
}

/** `coffer-agent run` in its own process. */
export interface AgentProcess {
  pid: number
  log: string[]
  kill(signal?: NodeJS.Signals): Promise<number | null>
}

/** An agent with the real code, whose state is in a folder that `remove` deletes. */
export interface RealAgent {
  id: string
  stateDir: string
  token: string
  /** Uses its own token and folder by default. */
  enroll(changes?: { token?: string; stateDir?: string; url?: string; caCertificates?: string }): Promise<AgentState>
  state(): AgentState
  run(changes?: Partial<SuperviseSettings>): RunningAgent
  spawn(environment?: Record<string, string>): AgentProcess
  /** The log lines of its supervisors and processes. */
  said(): string[]
  remove(): void
}

const root = path.join(import.meta.dirname, '../..')

export async function aRealAgent(service: TestService, customer: Customer, url = service.url): Promise<RealAgent> {
  const { id } = await customer.hasAgent()
  return realAgent(url, { id, token: await newToken(await service.as('platform_admin'), customer, id) })
}

export function realAgent(url: string, { id, token }: { id: string; token: string }): RealAgent {
  const stateDir = temporaryFolder('coffer-test-agent-')

  const logs: string[][] = []
  const agent: RealAgent = {
    id,
    stateDir,
    token,
    enroll: (changes) => enrollAgent({ url, token, stateDir, version: '1.0.0', replace: false, ...changes }),
    state() {
      const state = readState(stateDir)
      if (!state || isRevoked(state)) throw new Error('there is no state, or it was revoked')
      return state
    },
    run(changes) {
      const { keySeed, serviceKey, agentId, enrolled } = agent.state()
      const stopping = new AbortController()
      const log: string[] = []
      logs.push(log)
      const ended = supervise({
        baseUrl: url,
        agentId,
        tenantId: enrolled?.tenantId ?? '',
        keySeed: Buffer.from(keySeed, 'base64'),
        serviceKey: Buffer.from(serviceKey, 'base64'),
        version: '1.0.0',
        concurrency: 10,
        workers: 1,
        readSequence: () => agent.state().sequence,
        storeSequence: (sequence) => writeState(stateDir, { ...agent.state(), sequence }),
        log: (level, line) => void log.push(`${level} ${line}`),
        stopping: stopping.signal,
        graceMs: 50,
        backoff: { floorMs: 10, ceilingMs: 50 },
        ...changes,
      })
      return {
        log,
        ended,
        async stop() {
          stopping.abort()
          await ended
        },
      }
    },
    spawn(environment = {}) {
      const env = { ...bareEnvironment(), BKP_AGENT_URL: url, BKP_AGENT_STATE_DIR: stateDir, ...environment }
      const child = spawn(process.execPath, ['agent/main.ts', 'run'], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const started = agentProcess(child)
      logs.push(started.log)
      return started
    },
    said: () => logs.flat(),
    remove: () => fs.rmSync(stateDir, { recursive: true, force: true }),
  }
  return agent
}

function agentProcess(child: ChildProcess): AgentProcess {
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => void log.push(line))
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const killWithUs = () => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  return {
    pid: child.pid ?? 0,
    log,
    kill(signal = 'SIGKILL') {
      child.kill(signal)
      return ended
    },
  }
}

/** Resolves with the first defined result. @throws Error with `what` after 200 s, well below the tests' own timeout */
export async function eventually<T>(
  what: string | (() => string),
  look: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  const until = performance.now() + 200_000
  for (;;) {
    const found = await look()
    if (found) return found as NonNullable<T>
    if (performance.now() > until) {
      throw new Error(`it did not come to pass within 200 s: ${typeof what === 'string' ? what : what()}`)
    }
    await pause(20)
  }
}
