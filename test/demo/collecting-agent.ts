import { enrollAgent } from '../../agent/commands/enroll.ts'
import { leasedJobOf } from '../../agent/leased-job.ts'
import { createSharedBudget, openBudget } from '../../agent/repository/memory-budget.ts'
import { runJob } from '../../agent/runner.ts'
import { openSsh, sshTimeouts } from '../../agent/sessions/ssh.ts'
import { isRevoked, readState, writeState } from '../../agent/state-file.ts'
import { signingKeyFrom } from '../../shared/agent-protocol/ed25519.ts'
import { keyFingerprint } from '../../shared/agent-protocol/exchange.ts'
import type { DriverLimits } from '../../shared/platforms/platform.ts'
import { platforms } from '../../shared/platforms/registry.ts'
import { fakeAgent } from '../support/fake-agent.ts'
import type { TestService } from '../support/service.ts'

/** An agent that collects from devices on demand, at the service's time. */
export interface CollectingAgent {
  /**
   * Runs every pending job in sequence, so that the same devices always produce the same history. Returns the number of
   * jobs.
   */
  work(): Promise<number>
}

export interface CollectingAgentOptions {
  stateDir: string
  /** For the enrolment. Absent if the folder contains the state of an enrolled agent. */
  token?: string
  version: string
  /** Returns how far the service's clock advances during a job, in milliseconds. */
  paceMs: () => number
}

/** Short limits: the result depends on the limit and not on the clock, and a silent device costs little time. */
const limits: Partial<DriverLimits> = { promptMs: 1_500, idleMs: 1_500, retryMs: 1 }

/** Opens a fake agent with the real runner, on the state of the real agent's program, which may continue with it. */
export async function openCollectingAgent(
  service: TestService,
  { stateDir, token, version, paceMs }: CollectingAgentOptions,
): Promise<CollectingAgent> {
  if (token) await enrollAgent({ url: service.url, token, stateDir, version, replace: false })
  const state = readState(stateDir)
  if (!state || isRevoked(state) || !state.enrolled) throw new Error(`no agent in ${stateDir}`)
  const { agentId, sequence } = state
  const { tenantId } = state.enrolled
  const serviceKey = Buffer.from(state.serviceKey, 'base64')
  const signingKey = signingKeyFrom(Buffer.from(state.keySeed, 'base64'))
  const disk = { signingKey, serviceKey, pin: keyFingerprint(serviceKey), sequence }
  const agent = fakeAgent(service.url, { id: agentId, tenantId, disk })
  const supported = { platforms: platforms.map(({ id }) => id), transports: ['ssh' as const, 'api' as const] }
  const { status } = await agent.openSession({ version, ...supported })
  if (status !== 200) throw new Error(`no session for ${stateDir}: ${status}`)
  writeState(stateDir, { ...state, sequence: agent.sequence })
  const memory = openBudget(createSharedBudget(96 * 1024 * 1024, 1), 0)

  return {
    work: () =>
      agent.work((job) => {
        const place = { ...job, tenantId, agentId, sessionId: agent.sessionId }
        return runJob(leasedJobOf(place, job.order), agent.link(job), {
          openSsh,
          timeouts: { ...sshTimeouts, graceMs: 50 },
          shellLimits: limits,
          requestLimits: { retryMs: 1 },
          memory,
          now: service.dependencies.now,
          signal: new AbortController().signal,
          onResult: () => service.advance(paceMs()),
        })
      }),
  }
}
