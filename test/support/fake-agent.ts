import { type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { JobLink } from '../../agent/job-link.ts'
import { createExchange } from '../../agent/link/exchange.ts'
import { createHttpClient } from '../../agent/link/http.ts'
import { createNumbers, openNumbers } from '../../agent/link/request-counter.ts'
import { createJobLink } from '../../agent/link/signed-job-link.ts'
import { startHeartbeatLoop } from '../../agent/supervisor/heartbeat-loop.ts'
import { openBaseline } from '../../shared/agent-protocol/baseline.ts'
import { signingKeyFrom, publicKeyOf } from '../../shared/agent-protocol/ed25519.ts'
import { readEnrollmentToken, tokenKeys } from '../../shared/agent-protocol/enrollment-token.ts'
import { type JobEnvelope, openEnvelope } from '../../shared/agent-protocol/envelope.ts'
import {
  type RequestFacts,
  bodySha256,
  exchangeHeaders,
  isAnswerSigned,
  keyFingerprint,
  none,
  signRequest,
  targetOf,
  writeContentDigest,
} from '../../shared/agent-protocol/exchange.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { openPayload } from '../../shared/agent-protocol/payload.ts'
import { type ReportedLine, type ReportedResult, sealReport } from '../../shared/agent-protocol/report.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { normaliseText } from '../../shared/platforms/normalise.ts'
import { platformById } from '../../shared/platforms/registry.ts'
import { type ChunkId, chunkIdOf } from '../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { type Content, writeContent } from '../../shared/repository/content.ts'
import { fingerprintOf } from '../../shared/repository/fingerprint.ts'
import { createPackBuilder } from '../../shared/repository/pack.ts'
import { type RepositoryKeys, makeRepositoryKeys } from '../../shared/repository/seal.ts'
import { type Client, type Customer, type TestService, must } from './service.ts'

type Schemas = components['schemas']
type Result = Schemas['JobResult']

/** What came back. `isSigned`: by the service, for exactly this request. */
export interface AgentAnswer {
  status: number
  body: ReturnType<typeof JSON.parse>
  isSigned: boolean
}

/** What a test changes of a request, after or in place of what an honest agent would send. */
export interface Tampering {
  agent?: string
  session?: string
  number?: number
  signingKey?: KeyObject
  /** Sent in place of the body that was signed. */
  sent?: string
  tokenSignature?: string
  isWithoutDigest?: boolean
  /** The agent hangs up. */
  signal?: AbortSignal
}

/** An offer with its envelope opened. */
export interface HeldJob {
  jobId: string
  leaseId: string
  kind: components['schemas']['RunKind']
  order: JobEnvelope
}

/** Does one job whose lease the agent holds, up to its result. */
export type DoJob = (job: HeldJob) => Promise<unknown>

/** How an agent works on its own. */
export interface Behaviour {
  doJob: DoJob
  /** An offer arrived. */
  onOffer?: (job: HeldJob) => void
  /** A request failed, or the service refused it. */
  onTrouble?: (line: string) => void
  /** Stops it. */
  signal?: AbortSignal
}

/**
 * An agent that does what a test asks of it. Its methods return what the service answered. With a behaviour it works on
 * its own: `work` until no job is left, `serve` until it is stopped.
 */
export interface FakeAgent {
  id: string
  tenantId: string
  /** Requests that it sent. */
  sent: number
  /** The number that its disk holds. */
  sequence: number
  sessionId: string
  send(method: string, path: string, body?: unknown, tampering?: Tampering): Promise<AgentAnswer>
  signedHeaders(path: string, body: unknown): Record<string, string>
  challenge(): Promise<string>
  enroll(token: string, tampering?: Tampering): Promise<AgentAnswer>
  /** A process run begins; a new one, unless `bootId` says otherwise. Keeps what the answer says. */
  openSession(fields?: Partial<Schemas['NewAgentSession']>): Promise<AgentAnswer>
  claim(fields?: Partial<Schemas['Claim']>): Promise<AgentAnswer>
  /** The jobs of a claim's answer. */
  open(answer: AgentAnswer): Promise<HeldJob[]>
  heartbeat(leases: HeldJob[], dropped?: HeldJob[], tampering?: Tampering): Promise<AgentAnswer>
  /** Claims one job and begins to work on it. */
  startJob(): Promise<HeldJob>
  /** @param first the number of the first line; the next one when not given */
  log(job: HeldJob, lines: ReportedLine[], first?: number): Promise<AgentAnswer>
  check(job: HeldJob, texts: Record<string, string>): Promise<AgentAnswer>
  /** Chunks that are sent, confirmed and counted when `flush` resolves. */
  writer(job: HeldJob): ChunkWriter
  baseline(
    job: HeldJob,
    after?: string,
  ): Promise<{ files: Awaited<ReturnType<typeof openBaseline>>; next: string | null }>
  /** The text that the job gives back, page by page. */
  payload(job: HeldJob): Promise<Buffer>
  /** Sends the texts' content; what a result says of them. */
  capture(job: HeldJob, texts: Record<string, string>): Promise<Schemas['ResultArtifact'][]>
  /** What a result says of texts that are stored already. */
  unchanged(job: HeldJob, texts: Record<string, string>): Schemas['ResultArtifact'][]
  result(job: HeldJob, fields: ResultFields): Promise<AgentAnswer>
  /** The body of a result, for sending it more than once. */
  resultBody(job: HeldJob, fields: ResultFields): Result
  /** What the real runner uses for a job: the agent's own code, in this agent's session. */
  link(job: HeldJob): JobLink
  /** Does every job that waits for it, one after the other. Returns how many there were. */
  work(doJob: DoJob): Promise<number>
  /** Polls and sends heartbeats like the real agent, and does each job that is offered, until it is stopped or revoked. */
  serve(behaviour: Behaviour): Promise<void>
  /** The same machine, copied: another process with the same state on its disk, of the service at `to`. */
  copy(to?: string): FakeAgent
}

export type ResultFields = Partial<Omit<Result, 'lease_id' | 'sealed'>> & { report?: Partial<ReportedResult> }

/** An agent of the customer, enrolled, with its session open. */
export async function anAgent(service: TestService, customer: Customer, fields?: Partial<Schemas['NewAgent']>) {
  const { agent, token } = await aToken(service, customer, fields)
  const scripted = fakeAgent(service.url, { id: agent.id, tenantId: customer.id, token })
  expectStatus(await scripted.enroll(token), 200)
  expectStatus(await scripted.openSession(), 200)
  return scripted
}

/** An agent that is not enrolled yet, and a token for it. */
export async function aToken(service: TestService, customer: Customer, fields?: Partial<Schemas['NewAgent']>) {
  const agent = await customer.hasAgent(fields)
  const admin: Client = await service.as('platform_admin')
  return { agent, admin, token: await newToken(admin, customer, agent.id) }
}

export async function newToken(admin: Client, customer: Customer, agentId: string, ttlMinutes = 60): Promise<string> {
  const path = `/api/agents/${agentId}/enrollment-token?tenant=${customer.id}`
  return must(await admin.post(path, { ttl_minutes: ttlMinutes }), 201).token
}

/** What the disk of an agent contains. */
export interface AgentDisk {
  signingKey: KeyObject
  /** Empty before the agent has spoken to the service. */
  serviceKey: Buffer
  /** Fingerprint of the only service key that it accepts. */
  pin: string
  sequence: number
}

/** The token of an agent that is to be enrolled, or the disk of one that is. */
type Identity = { id: string; tenantId: string } & ({ token: string } | { disk: AgentDisk })

const http = createHttpClient({ proxyEnv: {}, maxSockets: 8 })

export function fakeAgent(url: string, identity: Identity): FakeAgent {
  const { id, tenantId } = identity
  const disk = 'disk' in identity ? identity.disk : blankDisk(identity.token)
  let sessionId: string = none
  let numbers = openNumbers(createNumbers())
  let heartbeatMs = defaultIntervals.heartbeat_ms
  let logged = 0
  let envelopeKeys: RepositoryKeys | undefined

  function sign(method: string, path: string, body: unknown, tampering: Tampering) {
    const isBeginning = /\/(challenge|enroll|sessions)(\?|$)/.test(path)
    const signed = body === undefined ? '' : JSON.stringify(body)
    const facts: RequestFacts = {
      agent: tampering.agent ?? (path.includes('/challenge') ? none : id),
      session: tampering.session ?? (isBeginning ? none : sessionId),
      number: tampering.number ?? (isBeginning ? 0 : numbers.next()),
      method,
      target: targetOf(path),
      bodySha256: bodySha256(Buffer.from(signed)),
    }
    const headers: Record<string, string> = {
      [exchangeHeaders.agent]: facts.agent,
      [exchangeHeaders.session]: facts.session,
      [exchangeHeaders.number]: String(facts.number),
      ...(!tampering.isWithoutDigest && { [exchangeHeaders.digest]: writeContentDigest(facts.bodySha256) }),
      [exchangeHeaders.signature]: signRequest(tampering.signingKey ?? disk.signingKey, facts),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(tampering.tokenSignature && { [exchangeHeaders.tokenSignature]: tampering.tokenSignature }),
    }
    return { facts, headers, signed }
  }

  async function send(method: string, path: string, body?: unknown, tampering: Tampering = {}): Promise<AgentAnswer> {
    const { facts, headers, signed } = sign(method, path, body, tampering)
    const sent = tampering.sent ?? signed
    const { signal } = tampering
    agent.sent += 1
    const answer = await fetch(url + path, { method, headers, body: body === undefined ? undefined : sent, signal })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const parsed = bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined
    if (parsed?.service_key) disk.serviceKey = Buffer.from(parsed.service_key, 'base64')
    const signature = answer.headers.get(exchangeHeaders.signature) ?? undefined
    const isPinned = keyFingerprint(disk.serviceKey) === disk.pin
    const isSigned =
      isPinned && isAnswerSigned(disk.serviceKey, facts, { status: answer.status, body: bytes }, signature)
    return { status: answer.status, body: parsed, isSigned }
  }

  function post(job: HeldJob, what: string, fields: object) {
    return send('POST', `/api/agent/jobs/${job.jobId}/${what}`, { lease_id: job.leaseId, ...fields })
  }

  const agent: FakeAgent = {
    id,
    tenantId,
    sent: 0,
    get sequence() {
      return disk.sequence
    },
    set sequence(value) {
      disk.sequence = value
    },
    get sessionId() {
      return sessionId
    },
    send,
    signedHeaders: (path, body) => sign('POST', path, body, {}).headers,

    async challenge() {
      const nonce = randomBytes(16).toString('base64url')
      return (await send('GET', `/api/agent/challenge?nonce=${nonce}`)).body.challenge
    },

    async enroll(text, tampering = {}) {
      const { privateKey } = tokenKeys(readEnrollmentToken(text).seed)
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

    async openSession(fields = {}) {
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
        platforms: ['netco_iosxe', 'linux_server', 'lbco_bigip', 'routeco_junos'],
        transports: ['ssh'],
        slots: 100,
        ...fields,
      })
      if (answer.status === 200) {
        sessionId = answer.body.session_id
        disk.sequence = answer.body.sequence
        heartbeatMs = answer.body.intervals.heartbeat_ms
        numbers = openNumbers(createNumbers())
      }
      return answer
    },

    claim: (fields = {}) =>
      send('POST', '/api/agent/claims', { claim_id: randomUUID(), free_slots: 10, restore_slots: 4, ...fields }),

    async open({ body }) {
      const offers: Schemas['Offers']['offers'] = body?.offers ?? []
      return Promise.all(
        offers.map(async ({ job_id: jobId, lease_id: leaseId, kind, envelope, envelope_signature: signature }) => {
          const place = { tenantId, agentId: id, sessionId, jobId, leaseId, kind }
          const parts = { sealed: Buffer.from(envelope, 'base64'), signature: Buffer.from(signature, 'base64') }
          const order = await openEnvelope(privateKeyOf(envelopeKeys), place, parts, disk.serviceKey)
          return { jobId, leaseId, kind, order }
        }),
      )
    },

    heartbeat(leases, dropped = [], tampering = {}) {
      const body = { leases: leases.map(leaseOf), dropped: dropped.map(leaseOf) }
      return send('POST', '/api/agent/heartbeats', body, tampering)
    },

    async startJob() {
      const [job] = await agent.open(await agent.claim({ free_slots: 1, restore_slots: 1 }))
      if (!job) throw new Error('there was no job to claim')
      await agent.heartbeat([job])
      return job
    },

    log(job, lines, first = logged) {
      const { jobId, leaseId } = job
      logged = first + lines.length
      return post(job, 'log', {
        first,
        sealed: sealReport(reportKeyOf(job), { jobId, leaseId, purpose: 'log' }, lines),
      })
    },

    check: (job, texts) =>
      post(job, 'artifacts/check', {
        artifacts: Object.entries(texts).map(([key, text]) => ({ key, transport: 'ssh', ...namesOf(job, key, text) })),
      }),

    writer(job) {
      const { order } = job
      const chunkIdKey = Buffer.from(order.chunkIdKey, 'base64')
      const repositoryPublicKey = Buffer.from(order.repositoryPublicKey, 'base64')
      let builder = createPackBuilder({ tenantId, repositoryPublicKey })
      return {
        async put(content) {
          const chunk = chunkIdOf(chunkIdKey, content)
          await builder.add(chunk, content)
          return chunk
        },
        async flush() {
          if (builder.count === 0) return
          const { bytes, sha256, md5 } = await builder.seal()
          builder = createPackBuilder({ tenantId, repositoryPublicKey })
          const facts = { size: bytes.length, sha256: sha256.toString('base64'), md5: md5.toString('base64') }
          const announced = expectStatus(await post(job, 'packs', { packs: [facts] }), 200)
          const [address] = announced.packs
          const put = await fetch(new URL(address.url, url), {
            method: 'PUT',
            headers: address.headers,
            body: new Uint8Array(bytes),
          })
          if (!put.ok) throw new Error(`the pack was refused: ${put.status} ${await put.text()}`)
          const confirmed = expectStatus(await post(job, 'packs/confirm', { packs: [address.id] }), 200)
          if (confirmed.packs[0].state !== 'verified') throw new Error(JSON.stringify(confirmed))
        },
      }
    },

    async baseline(job, after = '') {
      const { jobId, leaseId } = job
      const query = new URLSearchParams({ lease_id: leaseId, ...(after && { after }) })
      const { sealed, next } = expectStatus(await send('GET', `/api/agent/jobs/${jobId}/baseline?${query}`), 200)
      const place = { tenantId, agentId: id, sessionId, jobId, leaseId, after }
      const files = sealed ? await openBaseline(privateKeyOf(envelopeKeys), place, Buffer.from(sealed, 'base64')) : []
      return { files, next }
    },

    async payload(job) {
      const { jobId, leaseId } = job
      const pages: Buffer[] = []
      for (let after: number | null = 0; after !== null;) {
        const query = new URLSearchParams({ lease_id: leaseId, after: String(after) })
        const page = expectStatus(await send('GET', `/api/agent/jobs/${jobId}/payload?${query}`), 200)
        const place = { tenantId, agentId: id, sessionId, jobId, leaseId, after }
        pages.push(await openPayload(privateKeyOf(envelopeKeys), place, Buffer.from(page.sealed, 'base64')))
        after = page.next
      }
      return Buffer.concat(pages)
    },

    async capture(job, texts) {
      const writer = agent.writer(job)
      const artifacts: Schemas['ResultArtifact'][] = []
      for (const [key, text] of Object.entries(texts)) {
        const content = await write(writer, Buffer.from(text))
        artifacts.push({ key, transport: 'ssh', state: 'captured', ...namesOf(job, key, text), content })
      }
      await writer.flush()
      return artifacts
    },

    unchanged: (job, texts) =>
      Object.entries(texts).map(([key, text]) => ({
        ...{ key, transport: 'ssh', state: 'unchanged' },
        ...namesOf(job, key, text),
      })),

    resultBody(job, { report, ...fields }) {
      const { jobId, leaseId } = job
      const whole: ReportedResult = { warnings: [], steps: [], artifacts: {}, ...report }
      const sealed = sealReport(reportKeyOf(job), { jobId, leaseId, purpose: 'result' }, whole)
      return { lease_id: leaseId, outcome: 'collected', transport: 'ssh', artifacts: [], ...fields, sealed }
    },

    result: (job, fields) => send('PUT', `/api/agent/jobs/${job.jobId}/result`, agent.resultBody(job, fields)),

    link(job) {
      const { jobId, leaseId } = job
      const { signingKey, serviceKey } = disk
      const never = new AbortController().signal
      return createJobLink({
        exchange: createExchange({
          ...{ baseUrl: url, http, agent: id, signingKey, serviceKey },
          session: { id: sessionId, numbers },
        }),
        lease: {
          ...{ tenantId, agentId: id, sessionId, jobId, leaseId },
          reportKey: reportKeyOf(job),
          envelopePrivateKey: privateKeyOf(envelopeKeys),
        },
        ...{ baseUrl: url, http, numbers, signal: never, resultSignal: never },
        onLost: () => undefined,
        onTrouble: () => undefined,
        backoff: { floorMs: 10, ceilingMs: 50 },
      })
    },

    async work(doJob) {
      for (let done = 0; ; done += 1) {
        const [job] = await agent.open(await agent.claim({ free_slots: 1, restore_slots: 1 }))
        if (!job) return done
        await agent.heartbeat([job])
        await doJob(job)
      }
    },

    async serve({ doJob, onOffer = () => undefined, onTrouble = () => undefined, signal }) {
      const held = new Map<string, HeldJob>()
      const onRefused = (error: Error) => onTrouble(error.message)
      const heartbeats = startHeartbeatLoop({
        everyMs: heartbeatMs,
        send: async (beat) => expectStatus(await send('POST', '/api/agent/heartbeats', beat), 200),
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
        const answer = await send('POST', '/api/agent/claims', body, { signal })
        if (answer.status >= 400) return answer.body?.code as string
        claimId = randomUUID() // until there is an answer, offers are given again to the same claim
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
    },

    copy: (to = url) => fakeAgent(to, { id, tenantId, disk: { ...disk } }),
  }
  return agent
}

function blankDisk(token: string): AgentDisk {
  const pin = readEnrollmentToken(token).serviceKeyFingerprint
  return { signingKey: signingKeyFrom(randomBytes(32)), serviceKey: Buffer.alloc(0), pin, sequence: 0 }
}

/** The HMACs under which an agent names a text. */
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

async function write(writer: ChunkWriter, bytes: Buffer): Promise<Content & { chunks?: ChunkId[] }> {
  const content = writeContent(writer)
  await content.push(bytes)
  return content.end()
}

function expectStatus({ status, body }: AgentAnswer, expected: number): AgentAnswer['body'] {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`)
  return body
}

function leaseOf({ jobId, leaseId }: HeldJob) {
  return { job_id: jobId, lease_id: leaseId }
}

function reportKeyOf({ order }: HeldJob): Buffer {
  return Buffer.from(order.reportKey, 'base64')
}

function privateKeyOf(keys: RepositoryKeys | undefined): Buffer {
  if (!keys) throw new Error('the agent has no session')
  return keys.privateKey
}
