import { randomUUID } from 'node:crypto'
import { signingKeyFrom } from '../../shared/agent-protocol/ed25519.ts'
import { type EnvelopeBinding, openEnvelope } from '../../shared/agent-protocol/envelope.ts'
import type { DriverLimits } from '../../shared/platforms/platform.ts'
import { enrollAgent } from '../../agent/commands/enroll.ts'
import { leasedJobOf } from '../../agent/leased-job.ts'
import { createHttpClient } from '../../agent/link/http.ts'
import { openNumbers } from '../../agent/link/request-counter.ts'
import { claimJobs, sendHeartbeat } from '../../agent/link/service.ts'
import { createJobLink } from '../../agent/link/signed-job-link.ts'
import { createSharedBudget, openBudget } from '../../agent/repository/memory-budget.ts'
import { runJob } from '../../agent/runner.ts'
import { openSsh, sshTimeouts } from '../../agent/sessions/ssh.ts'
import { isRevoked, readState, writeState } from '../../agent/state-file.ts'
import { type Identity, beginSession } from '../../agent/supervisor/begin-session.ts'
import type { TestService } from '../support/service.ts'

/** An agent that works when it is told to, at the service's time: its runner, its sessions and its signatures are the real ones. */
export interface WalkingAgent {
  /**
   * Does every job that waits for it, one after the other, so that the same history comes out of the same devices.
   * @returns how many there were
   */
  work(): Promise<number>
  close(): void
}

export interface WalkingAgentOptions {
  stateDir: string
  /** To enrol with; absent where the state is that of one that has enrolled. */
  token?: string
  version: string
  /** How far the service's clock moves while a job is done. */
  paceMs: () => number
}

const backoff = { floorMs: 10, ceilingMs: 50 }

/** A device that says nothing is not waited for: what ends such a run is the limit, not the time. */
const limits: Partial<DriverLimits> = { promptMs: 1_500, idleMs: 1_500, retryMs: 1 }

/** Its state is that of the real agent's program, which may go on with it later. */
export async function aWalkingAgent(service: TestService, options: WalkingAgentOptions): Promise<WalkingAgent> {
  const { stateDir, token, version, paceMs } = options
  if (token) await enrollAgent({ url: service.url, token, stateDir, version, replace: false })
  const state = readState(stateDir)
  if (!state || isRevoked(state) || !state.enrolled) throw new Error(`no agent in ${stateDir}`)
  const http = createHttpClient({ proxyEnv: {}, maxSockets: 8 })
  const keySeed = Buffer.from(state.keySeed, 'base64')
  const identity: Identity = {
    baseUrl: service.url,
    http,
    agentId: state.agentId,
    tenantId: state.enrolled.tenantId,
    keySeed,
    signingKey: signingKeyFrom(keySeed),
    serviceKey: Buffer.from(state.serviceKey, 'base64'),
  }
  const session = await beginSession({
    identity,
    version,
    slots: 100,
    readSequence: () => state.sequence,
    storeSequence: (sequence) => writeState(stateDir, { ...state, sequence }),
    log: () => undefined,
    backoff,
    signal: new AbortController().signal,
  })
  if (!session) throw new Error('the agent was revoked')
  const { exchange, answer, envelopeKeys } = session
  const numbers = openNumbers(session.numbers)
  const memory = openBudget(createSharedBudget(96 * 1024 * 1024, 1), 0)

  async function doOne(): Promise<boolean> {
    const never = new AbortController().signal
    const ask = { claim_id: randomUUID(), free_slots: 1, restore_slots: 1 }
    const [offer] = await claimJobs(exchange, ask, answer.intervals.claim_give_up_ms, never)
    if (!offer) return false
    const { job_id: jobId, lease_id: leaseId, kind } = offer
    const beat = { leases: [{ job_id: jobId, lease_id: leaseId }], dropped: [] }
    await sendHeartbeat(exchange, beat, 10_000)
    const { agentId, tenantId, serviceKey } = identity
    const sessionId = answer.session_id
    const place: EnvelopeBinding = { tenantId, agentId, sessionId, jobId, leaseId, kind }
    const sealed = Buffer.from(offer.envelope, 'base64')
    const signature = Buffer.from(offer.envelope_signature, 'base64')
    const envelope = await openEnvelope(envelopeKeys.privateKey, place, { sealed, signature }, serviceKey)
    const reportKey = Buffer.from(envelope.reportKey, 'base64')
    const lease = {
      tenantId,
      agentId,
      sessionId,
      jobId,
      leaseId,
      reportKey,
      envelopePrivateKey: envelopeKeys.privateKey,
    }
    const own = { exchange, http, numbers, baseUrl: service.url, backoff }
    const link = createJobLink({
      ...own,
      lease,
      signal: never,
      resultSignal: never,
      onLost: () => undefined,
      onTrouble: () => undefined,
    })
    await runJob(leasedJobOf(place, envelope), link, {
      openSsh,
      timeouts: { ...sshTimeouts, graceMs: 50 },
      shellLimits: limits,
      requestLimits: { retryMs: 1 },
      memory,
      now: service.dependencies.now,
      signal: never,
      onResult: () => service.advance(paceMs()),
    })
    return true
  }

  return {
    async work() {
      let done = 0
      while (await doOne()) done += 1
      return done
    },
    close: () => http.close(),
  }
}
