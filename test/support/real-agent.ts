import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { enrollAgent } from '../../agent/commands/enroll.ts'
import { type AgentState, isRevoked, readState, writeState } from '../../agent/state-file.ts'
import { type SuperviseSettings, supervise } from '../../agent/supervisor/supervise.ts'
import { newToken } from './fake-agent.ts'
import { startProgram } from './running-coffer.ts'
import type { Customer, TestService } from './service.ts'
import { bareEnvironment } from './bare-environment.ts'
import { temporaryFolder } from './temporary-folders.ts'

export type RealAgent = ReturnType<typeof realAgent>

/** An agent's supervisor that runs in the tests' process. */
export type RunningAgent = ReturnType<RealAgent['run']>

/** `coffer-agent run` in its own process. */
export type AgentProcess = ReturnType<typeof startProgram>

export async function aRealAgent(service: TestService, customer: Customer, url = service.url): Promise<RealAgent> {
  const { id } = await customer.hasAgent()
  return realAgent(url, { id, token: await newToken(await service.as('platform_admin'), customer, id) })
}

/** Returns an agent with the real code, whose state is in a folder that `remove` deletes. */
export function realAgent(url: string, { id, token }: { id: string; token: string }) {
  const stateDir = temporaryFolder('coffer-test-agent-')

  const logs: string[][] = []
  const agent = {
    id,
    stateDir,
    /** Uses its own token and folder by default. */
    enroll: (changes?: Partial<Parameters<typeof enrollAgent>[0]>): Promise<AgentState> =>
      enrollAgent({ url, token, stateDir, version: '1.0.0', replace: false, ...changes }),
    state(): AgentState {
      const state = readState(stateDir)
      if (!state || isRevoked(state)) throw new Error('there is no state, or it was revoked')
      return state
    },
    run(changes?: Partial<SuperviseSettings>) {
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
        /** Stops it gracefully. */
        async stop() {
          stopping.abort()
          await ended
        },
      }
    },
    spawn(environment: Record<string, string> = {}): AgentProcess {
      const env = { ...bareEnvironment(), BKP_AGENT_URL: url, BKP_AGENT_STATE_DIR: stateDir, ...environment }
      const started = startProgram([process.execPath, 'agent/main.ts', 'run'], env, { killSignal: 'SIGKILL' })
      logs.push(started.log)
      return started
    },
    /** The log lines of its supervisors and processes. */
    said: () => logs.flat(),
    remove: () => fs.rmSync(stateDir, { recursive: true, force: true }),
  }
  return agent
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
