import { hash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { JobLink } from '../../agent/job-link.ts'
import { createExchange } from '../../agent/link/exchange.ts'
import { createHttpClient } from '../../agent/link/http.ts'
import { createNumbers, openRequestCounter } from '../../agent/link/request-counter.ts'
import { createJobLink } from '../../agent/link/signed-job-link.ts'
import { startHeartbeatLoop } from '../../agent/supervisor/heartbeat-loop.ts'
import { openBaseline } from '../../shared/agent-protocol/baseline.ts'
import { publicKeyOf } from '../../shared/agent-protocol/ed25519.ts'
import { readEnrollmentToken, tokenKeys } from '../../shared/agent-protocol/enrollment-token.ts'
import { type JobEnvelope, openEnvelope } from '../../shared/agent-protocol/envelope.ts'
import { bodySha256, none, signRequest } from '../../shared/agent-protocol/exchange.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { type ReportedLine, type ReportedResult, sealReport } from '../../shared/agent-protocol/report.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { normaliseText } from '../../shared/platforms/normalise.ts'
import { platformById } from '../../shared/platforms/registry.ts'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import type { Content } from '../../shared/repository/content.ts'
import { fingerprintOf } from '../../shared/repository/fingerprint.ts'
import { type RepositoryKeys, makeRepositoryKeys } from '../../shared/repository/seal.ts'
import { type AgentAnswer, type AgentDisk, type Tampering, blankDisk, createFakeExchange } from './fake-exchange.ts'
import { type Client, type Customer, type TestService, must } from './service.ts'
import { createPackWriter } from './pack-writer.ts'
import { writeBytes } from './scene/trees.ts'

type Schemas = components['schemas']
type Result = Schemas['JobResult']

/** An offer with its envelope opened. */
export interface HeldJob {
  jobId: string
  leaseId: string
  kind: components['schemas']['RunKind']
  order: JobEnvelope
}

/**
 * An agent that a test controls. Its methods return the service's answers. With a behaviour it acts autonomously:
 * `work` until no job is left, `serve` until it is stopped.
 */
export interface FakeAgent extends ReturnType<typeof createAgent> {
  /** Returns a copy of the machine: another process with the same state on its disk, for the service at `to`. */
  copy(to?: string): FakeAgent
}

export type ResultFields = Partial<Omit<Result, 'lease_id' | 'sealed'>> & { report?: Partial<ReportedResult> }

/** Returns an enrolled agent of the tenant, with an open session. */
export async function anAgent(service: TestService, customer: Customer, fields?: Partial<Schemas['NewAgent']>) {
  const { agent, token } = await aToken(service, customer, fields)
  const scripted = fakeAgent(service.url, { id: agent.id, tenantId: customer.id, token })
  must(await scripted.enroll(token), 200)
  must(await scripted.openSession(), 200)
  return scripted
}

/** Returns an agent that is not enrolled yet, with a token. */
export async function aToken(service: TestService, customer: Customer, fields?: Partial<Schemas['NewAgent']>) {
  const agent = await customer.hasAgent(fields)
  const admin: Client = await service.as('platform_admin')
  return { agent, admin, token: await newToken(admin, customer, agent.id) }
}

export async function newToken(admin: Client, customer: Customer, agentId: string, ttlMinutes = 60): Promise<string> {
  const path = `/api/agents/${agentId}/enrollment-token?tenant=${customer.id}`
  return must(await admin.post(path, { ttl_minutes: ttlMinutes }), 201).token
}

/** The token of an agent to enrol, or the disk of an enrolled one. */
type Identity = { id: string; tenantId: string } & ({ token: string } | { disk: AgentDisk })

const http = createHttpClient({ proxyEnv: {}, maxSockets: 8 })

export function fakeAgent(url: string, identity: Identity): FakeAgent {
  const { id, tenantId } = identity
  const disk = 'disk' in identity ? identity.disk : blankDisk(identity.token)
  const agent = createAgent(url, id, tenantId, disk)
  return Object.assign(agent, { copy: (to = url) => fakeAgent(to, { id, tenantId, disk: { ...disk } }) })
}

function createAgent(url: string, id: string, tenantId: string, disk: AgentDisk) {
  const exchange = createFakeExchange(url, id, disk)
  const { send } = exchange
  let heartbeatMs = defaultIntervals.heartbeat_ms
  let logged = 0
  let envelopeKeys: RepositoryKeys | undefined

  function post(job: HeldJob, what: string, fields: object) {
    return send('POST', `/api/agent/jobs/${job.jobId}/${what}`, { lease_id: job.leaseId, ...fields })
  }

  const agent = {
    id,
    /** Number of requests sent. */
    get sent() {
      return exchange.sent
    },
    /** The sequence number on its disk. */
    get sequence() {
      return disk.sequence
    },
    set sequence(value) {
      disk.sequence = value
    },
    get sessionId() {
      return exchange.sessionId
    },
    send,
    signedHeaders: (path: string, body: unknown) => exchange.sign('POST', path, body).headers,

    async challenge(): Promise<string> {
      const nonce = randomBytes(16).toString('base64url')
      return (await send('GET', `/api/agent/challenge?nonce=${nonce}`)).body.challenge
    },

    async enroll(token: string, tampering: Tampering = {}): Promise<AgentAnswer> {
      const { privateKey } = tokenKeys(readEnrollmentToken(token).seed)
      const publicKey = publicKeyOf(tampering.signingKey ?? disk.signingKey).toString('base64')
      const challenge = await agent.challenge()
      const body = { agent_id: id, challenge, public_key: publicKey, hostname: 'probe', version: '1.0.0' }
      const facts = { agent: id, session: none, number: 0, method: 'POST', target: '/api/agent/enroll' }
      const tokenSignature = signRequest(privateKey, {
        ...facts,
        bodySha256: bodySha256(Buffer.from(JSON.stringify(body))),
      })
      return send('POST', '/api/agent/enroll', body, { tokenSignature, ...tampering })
    },

    /** Starts a process run; a new one, unless `bootId` is set. Stores the state from the answer. */
    async openSession(fields: Partial<Schemas['NewAgentSession']> = {}): Promise<AgentAnswer> {
      envelopeKeys = fields.envelope_key && envelopeKeys ? envelopeKeys : await makeRepositoryKeys()
      const answer = await send('POST', '/api/agent/sessions', {
        agent_id: id,
        boot_id: randomUUID(),
        envelope_key: envelopeKeys.publicKey.toString('base64'),
        challenge: await agent.challenge(),
        sequence: disk.sequence,
        protocol: 2,
        version: '1.0.0',
        hostname: 'probe',
        platforms: ['netco_iosxe', 'linux_server', 'lbco_bigip', 'routeco_junos', 'arista_eos'],
        transports: ['ssh'],
        slots: 100,
        ...fields,
      })
      if (answer.status === 200) {
        exchange.sessionId = answer.body.session_id
        disk.sequence = answer.body.sequence
        heartbeatMs = answer.body.intervals.heartbeat_ms
        exchange.numbers = openRequestCounter(createNumbers())
      }
      return answer
    },

    claim: (fields: Partial<Schemas['Claim']> = {}) =>
      send('POST', '/api/agent/claims', { claim_id: randomUUID(), free_slots: 10, restore_slots: 4, ...fields }),

    /** Opens the jobs in a claim's answer. */
    async open({ body }: AgentAnswer): Promise<HeldJob[]> {
      const offers: Schemas['Offers']['offers'] = body?.offers ?? []
      return Promise.all(
        offers.map(async ({ job_id: jobId, lease_id: leaseId, kind, envelope, envelope_signature: signature }) => {
          const place = { tenantId, agentId: id, sessionId: exchange.sessionId, jobId, leaseId, kind }
          const parts = { sealed: Buffer.from(envelope, 'base64'), signature: Buffer.from(signature, 'base64') }
          const order = await openEnvelope(privateKeyOf(envelopeKeys), place, parts, disk.serviceKey)
          return { jobId, leaseId, kind, order }
        }),
      )
    },

    heartbeat(leases: HeldJob[], dropped: HeldJob[] = [], tampering: Tampering = {}) {
      const body = { leases: leases.map(leaseOf), dropped: dropped.map(leaseOf) }
      return send('POST', '/api/agent/heartbeats', body, tampering)
    },

    /** Claims one job and starts it. */
    async startJob(): Promise<HeldJob> {
      const [job] = await agent.open(await agent.claim({ free_slots: 1, restore_slots: 1 }))
      if (!job) throw new Error('there was no job to claim')
      await agent.heartbeat([job])
      return job
    },

    /** @param first the number of the first line; default: the next one */
    log(job: HeldJob, lines: ReportedLine[], first = logged) {
      const { jobId, leaseId } = job
      logged = first + lines.length
      return post(job, 'log', {
        first,
        sealed: sealReport(reportKeyOf(job), { jobId, leaseId, purpose: 'log' }, lines),
      })
    },

    check: (job: HeldJob, texts: Record<string, string>) =>
      post(job, 'artifacts/check', {
        artifacts: Object.entries(texts).map(([key, text]) => ({ key, transport: 'ssh', ...namesOf(job, key, text) })),
      }),

    /** Returns whether the service needs the content of one artifact. */
    async isNeeded(job: HeldJob, artifact: object): Promise<boolean> {
      const { artifacts } = must(await post(job, 'artifacts/check', { artifacts: [artifact] }), 200)
      return artifacts[0].state === 'needed'
    },

    /** Chunks are sent, verified and counted when `flush` resolves. */
    writer(job: HeldJob) {
      const { order } = job
      const chunkIdKey = Buffer.from(order.chunkIdKey, 'base64')
      const repositoryPublicKey = Buffer.from(order.repositoryPublicKey, 'base64')
      return createPackWriter({ tenantId, chunkIdKey, repositoryPublicKey }, async ({ bytes, sha256 }) => {
        const md5 = hash('md5', bytes, 'base64')
        const facts = { size: bytes.length, sha256: sha256.toString('base64'), md5 }
        const announced = must(await post(job, 'packs', { packs: [facts] }), 200)
        const [address] = announced.packs
        const put = await fetch(new URL(address.url, url), {
          method: 'PUT',
          headers: address.headers,
          body: new Uint8Array(bytes),
        })
        if (!put.ok) throw new Error(`the pack was refused: ${put.status} ${await put.text()}`)
        const confirmed = must(await post(job, 'packs/confirm', { packs: [address.id] }), 200)
        if (confirmed.packs[0].state !== 'verified') throw new Error(JSON.stringify(confirmed))
      })
    },

    async baseline(job: HeldJob, after = '') {
      const { jobId, leaseId } = job
      const query = new URLSearchParams({ lease_id: leaseId, ...(after && { after }) })
      const { sealed, next } = must(await send('GET', `/api/agent/jobs/${jobId}/baseline?${query}`), 200)
      const place = { tenantId, agentId: id, sessionId: exchange.sessionId, jobId, leaseId, after }
      const files = sealed ? await openBaseline(privateKeyOf(envelopeKeys), place, Buffer.from(sealed, 'base64')) : []
      return { files, next: next as string | null }
    },

    /** Returns the text to restore. */
    payload: (job: HeldJob): Promise<Buffer> => agent.link(job).payload(),

    /** Sends the texts' content. Returns their entries for a result. */
    async capture(job: HeldJob, texts: Record<string, string>): Promise<Schemas['ResultArtifact'][]> {
      const writer = agent.writer(job)
      const artifacts: Schemas['ResultArtifact'][] = []
      for (const [key, text] of Object.entries(texts)) {
        const content = (await writeBytes(writer, text)) as Content & { chunks?: ChunkId[] }
        artifacts.push({ key, transport: 'ssh', state: 'captured', ...namesOf(job, key, text), content })
      }
      await writer.flush()
      return artifacts
    },

    /** Returns the entries of a result for texts that are stored already. */
    unchanged: (job: HeldJob, texts: Record<string, string>): Schemas['ResultArtifact'][] =>
      Object.entries(texts).map(([key, text]) => ({
        ...{ key, transport: 'ssh', state: 'unchanged' },
        ...namesOf(job, key, text),
      })),

    /** Returns the body of a result, to send it more than once. */
    resultBody(job: HeldJob, { report, ...fields }: ResultFields): Result {
      const { jobId, leaseId } = job
      const whole: ReportedResult = { warnings: [], steps: [], artifacts: {}, ...report }
      const sealed = sealReport(reportKeyOf(job), { jobId, leaseId, purpose: 'result' }, whole)
      return { lease_id: leaseId, outcome: 'collected', transport: 'ssh', artifacts: [], ...fields, sealed }
    },

    result: (job: HeldJob, fields: ResultFields) =>
      send('PUT', `/api/agent/jobs/${job.jobId}/result`, agent.resultBody(job, fields)),

    /** Returns the real runner's link for a job: the agent's own code, in this agent's session. */
    link(job: HeldJob): JobLink {
      const { jobId, leaseId } = job
      const { signingKey, serviceKey } = disk
      const never = new AbortController().signal
      return createJobLink({
        exchange: createExchange({
          ...{ baseUrl: url, http, agent: id, signingKey, serviceKey },
          session: { id: exchange.sessionId, numbers: exchange.numbers },
        }),
        lease: {
          ...{ tenantId, agentId: id, sessionId: exchange.sessionId, jobId, leaseId },
          reportKey: reportKeyOf(job),
          envelopePrivateKey: privateKeyOf(envelopeKeys),
        },
        ...{ baseUrl: url, packMd5: true, http, numbers: exchange.numbers, signal: never, resultSignal: never },
        onLost: () => undefined,
        onTrouble: () => undefined,
        backoff: { floorMs: 10, ceilingMs: 50 },
      })
    },

    /** Executes every pending job in sequence. Returns their number. */
    async work(doJob: (job: HeldJob) => Promise<unknown>): Promise<number> {
      for (let done = 0; ; done += 1) {
        const [job] = await agent.open(await agent.claim({ free_slots: 1, restore_slots: 1 }))
        if (!job) return done
        await agent.heartbeat([job])
        await doJob(job)
      }
    },

    /** Polls and sends heartbeats like the real agent, and executes each offered job, until stopped or revoked. */
    serve: (behaviour: LoopBehaviour) => serveJobs(agent, behaviour, heartbeatMs),
  }
  return agent
}

/** Returns the HMAC fingerprints that an agent computes for a text. */
export function namesOf({ order }: HeldJob, key: string, text: string) {
  const platform = platformById(order.device.platform)
  if (!platform) throw new Error(`no platform ${order.device.platform}`)
  const chunkIdKey = Buffer.from(order.chunkIdKey, 'base64')
  const raw = Buffer.from(text)
  return {
    fingerprint: fingerprintOf(chunkIdKey, raw),
    normalised_fingerprint: fingerprintOf(chunkIdKey, normaliseText(platform, key, raw)),
    normaliser_revision: platform.normalise?.revision ?? 0,
  }
}

function reportKeyOf({ order }: HeldJob): Buffer {
  return Buffer.from(order.reportKey, 'base64')
}

function privateKeyOf(keys: RepositoryKeys | undefined): Buffer {
  if (!keys) throw new Error('the agent has no session')
  return keys.privateKey
}

/** The behaviour of an autonomous agent. */
interface LoopBehaviour {
  /** Executes one job whose lease the agent holds, including its result. */
  doJob(job: HeldJob): Promise<unknown>
  /** Called for each offer. */
  onOffer?: (job: HeldJob) => void
  /** Called if a request failed or the service refused it. */
  onTrouble?: (line: string) => void
  /** Stops it. */
  signal?: AbortSignal
}

/** Polls and sends heartbeats like the real agent, and executes each offered job, until it is stopped or revoked. */
async function serveJobs(
  agent: Pick<FakeAgent, 'send' | 'open' | 'openSession'>,
  { doJob, onOffer = () => undefined, onTrouble = () => undefined, signal }: LoopBehaviour,
  everyMs: number,
): Promise<void> {
  const held = new Map<string, HeldJob>()
  const onRefused = (error: Error) => onTrouble(error.message)
  const heartbeats = startHeartbeatLoop({
    everyMs,
    send: async (beat) => must(await agent.send('POST', '/api/agent/heartbeats', beat), 200),
    beatFor: () => ({ leases: [...held.values()].map(leaseOf), dropped: [] }),
    onAnswer({ leases }) {
      for (const { lease_id: leaseId } of leases) {
        const job = held.get(leaseId)
        if (held.delete(leaseId) && job) doJob(job).catch(onRefused)
      }
    },
    onRefused,
    onTrouble,
    now: () => performance.now(),
  })
  let claimId = randomUUID()
  const poll = async () => {
    const body = { claim_id: claimId, free_slots: 100, restore_slots: 0 }
    const answer = await agent.send('POST', '/api/agent/claims', body, { signal })
    if (answer.status >= 400) return answer.body?.code as string
    claimId = randomUUID() // the same claim until there is a reply, which makes the service repeat its offers
    for (const job of await agent.open(answer)) {
      onOffer(job)
      held.set(job.leaseId, job)
    }
    if (held.size > 0) heartbeats.soon()
    return 'polled'
  }
  while (!signal?.aborted) {
    const end = await poll().catch((error: Error) => error.message)
    if (end === 'revoked') break
    if (end === 'session_ended') await agent.openSession()
    else if (end !== 'polled' && !signal?.aborted) {
      onTrouble(end)
      await pause(1_000)
    }
  }
  heartbeats.stop()
}

function leaseOf({ jobId, leaseId }: Pick<HeldJob, 'jobId' | 'leaseId'>) {
  return { job_id: jobId, lease_id: leaseId }
}
