import { randomBytes } from 'node:crypto'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../../agent/device-failure.ts'
import { findingsOfFailure } from '../../agent/job-result.ts'
import { patient } from '../../agent/link/backoff.ts'
import { createHttpClient } from '../../agent/link/http.ts'
import { openNumbers } from '../../agent/link/request-counter.ts'
import { askChallenge, claimJobs, enroll, sendHeartbeat } from '../../agent/link/service.ts'
import { createJobLink } from '../../agent/link/signed-job-link.ts'
import { type Identity, beginSession } from '../../agent/supervisor/begin-session.ts'
import { type Offer, startClaims } from '../../agent/supervisor/claims.ts'
import { startHeart } from '../../agent/supervisor/heartbeat-loop.ts'
import { publicKeyOf, signingKeyFrom } from '../../shared/agent-protocol/ed25519.ts'
import { readEnrollmentToken, tokenKeys } from '../../shared/agent-protocol/enrollment-token.ts'
import { openEnvelope } from '../../shared/agent-protocol/envelope.ts'

/** Which agent it is to be. */
export interface GivenAgent {
  url: string
  agentId: string
  tenantId: string
  token: string
}

/** What is told of it. */
export interface AgentEvents {
  /** A request went out. */
  sent(): void
  /** This run was offered. */
  offered(jobId: string): void
  /** Something went wrong, in words. */
  trouble(line: string): void
}

/** An agent as its process is, by its own code for sessions, polls and heartbeats, but that it reaches no device. */
export interface VirtualAgent {
  /** Begins a session, polls and beats from then on, and ends every job as blocked, as by an unknown host key. */
  connect(): Promise<void>
}

/** Enrols it. @throws when the service does not take it */
export async function enrollVirtualAgent(given: GivenAgent, events: AgentEvents): Promise<VirtualAgent> {
  const { url: baseUrl, agentId, tenantId } = given
  const { seed, serviceKeyFingerprint: fingerprint } = readEnrollmentToken(given.token)
  const client = createHttpClient({ proxyEnv: {}, maxSockets: 8 })
  const http: Identity['http'] = {
    close: () => client.close(),
    send(request) {
      events.sent()
      return client.send(request)
    },
  }
  const keySeed = randomBytes(32)
  const signingKey = signingKeyFrom(keySeed)
  const { challenge, service_key: key } = await askChallenge({ baseUrl, http, known: { fingerprint } })
  const serviceKey = Buffer.from(key, 'base64')
  const publicKey = publicKeyOf(signingKey).toString('base64')
  await enroll(
    { baseUrl, http, key: serviceKey },
    { signingKey, tokenKey: tokenKeys(seed).privateKey },
    { agent_id: agentId, challenge, public_key: publicKey, hostname: 'virtual', version: '1.0.0' },
  )
  return {
    connect: () => connect({ baseUrl, http, agentId, tenantId, keySeed, signingKey, serviceKey }, events),
  }
}

const unapproved = new DeviceFailure('fingerprint_unapproved', {
  step: message('step_reading_job'),
  seen: 'nothing: it is virtual',
})

async function connect(identity: Identity, events: AgentEvents): Promise<void> {
  const signal = new AbortController().signal
  const session = await beginSession({
    identity,
    version: '1.0.0',
    slots: 100,
    readSequence: () => 0,
    storeSequence: () => undefined,
    log: (_level, line) => events.trouble(line),
    backoff: patient,
    signal,
  })
  if (!session) throw new Error('a virtual agent was revoked')
  const { exchange, answer } = session
  const { intervals } = answer
  const held = new Map<string, Offer>()
  const refused = (error: Error) => events.trouble(error.message)
  const heart = startHeart({
    everyMs: intervals.heartbeat_ms,
    send: (beat) => sendHeartbeat(exchange, beat, 10_000),
    beatFor: () => ({
      leases: [...held.values()].map(({ job_id, lease_id }) => ({ job_id, lease_id })),
      dropped: [],
    }),
    onAnswer: ({ leases }) => leases.forEach(({ lease_id: leaseId }) => void end(leaseId)),
    onRefused: refused,
    onTrouble: events.trouble,
    now: () => performance.now(),
  })
  startClaims({
    room: () => ({ slots: 100, restores: 0 }),
    fullMs: 0,
    claim: (body, gone) => claimJobs(exchange, body, intervals.claim_give_up_ms, gone),
    onOffers(offers) {
      for (const offer of offers) {
        events.offered(offer.job_id)
        held.set(offer.lease_id, offer)
      }
      if (offers.length > 0) heart.soon()
    },
    onRefused: refused,
    onTrouble: events.trouble,
    backoff: patient,
  })

  async function end(leaseId: string) {
    const offer = held.get(leaseId)
    if (!held.delete(leaseId) || !offer) return
    const { job_id: jobId, kind, envelope, envelope_signature: signature } = offer
    const place = { ...identity, sessionId: answer.session_id, jobId, leaseId, kind }
    const parts = { sealed: Buffer.from(envelope, 'base64'), signature: Buffer.from(signature, 'base64') }
    const { privateKey } = session!.envelopeKeys
    const { reportKey } = await openEnvelope(privateKey, place, parts, identity.serviceKey)
    const link = createJobLink({
      ...identity,
      exchange,
      numbers: openNumbers(session!.numbers),
      lease: { ...place, reportKey: Buffer.from(reportKey, 'base64'), envelopePrivateKey: privateKey },
      signal,
      resultSignal: signal,
      onLost: () => events.trouble('a lease was lost'),
      onTrouble: events.trouble,
      backoff: patient,
    })
    await link.commit(findingsOfFailure(unapproved)).catch(refused)
  }
}
