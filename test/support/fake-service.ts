import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer as bytesOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { components } from '../../shared/contract/api-types.ts'
import { publicKeyOf, signingKeyFrom, signText } from '../../shared/agent-protocol/ed25519.ts'
import { writeEnrollmentToken, tokenKeys } from '../../shared/agent-protocol/enrollment-token.ts'
import { sealEnvelope } from '../../shared/agent-protocol/envelope.ts'
import {
  answerText,
  bodySha256,
  exchangeHeaders,
  isRequestSigned,
  keyFingerprint,
  none,
  readContentDigest,
  type RequestFacts,
} from '../../shared/agent-protocol/exchange.ts'
import { defaultIntervals, type Intervals } from '../../shared/agent-protocol/intervals.ts'
import { openReport, type ReportedLine, type ReportedResult } from '../../shared/agent-protocol/report.ts'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import { makeRepositoryKeys } from '../../shared/repository/seal.ts'
import { type FakeJob, type FakeJobOptions, createFakeJob } from './fake-job.ts'
import { createFakePacks } from './fake-packs.ts'
import { type Interception, type SeenRequest, createBatchHandler, refusalBy } from './fake-requests.ts'

type Schemas = components['schemas']

export type FakeService = Awaited<ReturnType<typeof startFakeService>>

/**
 * The endpoints of the agent protocol over the same shared/agent-protocol as the service, with state in memory and
 * faults on demand. The test checks what it has accepted.
 */
export async function startFakeService() {
  const serviceSeed = randomBytes(32)
  const signingKey = signingKeyFrom(serviceSeed)
  const serviceKey = publicKeyOf(signingKey)
  const keySeed = randomBytes(32)
  const tokenSeed = randomBytes(32)
  const repository = await makeRepositoryKeys()
  const chunkIdKey = randomBytes(32)
  const tenantId = randomUUID()
  const packs = createFakePacks({ tenantId, repositoryPrivateKey: repository.privateKey }, chunkIdKey)
  const numbers = new Set<number>()
  let agentKey: Uint8Array = publicKeyOf(signingKeyFrom(keySeed))
  let session: { id: string; envelopeKey: Buffer } | undefined
  let lastHeartbeat = 0
  /** Raw fingerprints of stored content. */
  const stored = new Set<string>()

  const agentId = randomUUID()
  const fake = {
    url: '',
    agentId,
    tenantId,
    serviceKey,
    /** 32 bytes of the agent's key, as after an enrolment. */
    keySeed,
    token: writeEnrollmentToken({ agentId, seed: tokenSeed, serviceKeyFingerprint: keyFingerprint(serviceKey) }),
    requests: [] as SeenRequest[],
    jobs: new Map<string, FakeJob>(),
    /** Unpacked contents of all confirmed packs. */
    chunks: packs.chunks,
    packs: packs.verified,
    sessions: [] as Schemas['NewAgentSession'][],
    intervals: { ...defaultIntervals } as Intervals,
    revoked: false,
    /** Overrides fields of a challenge. */
    challenge: { store_url: null } as Partial<Schemas['Challenge']>,
    intercept: (() => undefined) as (request: SeenRequest) => Interception | undefined,
    /** Queues a job for a device at this loopback port. */
    queue(wanted: FakeJobOptions): FakeJob {
      const deadlineMs = fake.intervals.deadlines_ms.text
      const job = createFakeJob({ deadlineMs, ...wanted }, { repositoryPublicKey: repository.publicKey, chunkIdKey })
      fake.jobs.set(job.jobId, job)
      return job
    },
    /** Ends the session: the agent must open another one. */
    endSession() {
      session = undefined
    },
    /** Resolves when `isTrue` returns true. Rejects after 200 s. */
    async until(isTrue: () => boolean) {
      for (const end = performance.now() + 200_000; !isTrue(); await pause(5)) {
        if (performance.now() > end) throw new Error('it did not come to pass within 200 s')
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  const actOnBatch = createBatchHandler((request, jobId, what) => {
    fake.requests.push(request)
    const job = fake.jobs.get(jobId)
    return { how: fake.intercept(request), act: async () => (job ? forJob(job, what, request.body) : notFound) }
  })

  const server = http.createServer((req, res) => {
    void bytesOf(req)
      .then((body) => answer(req, res, body))
      .catch(() => res.destroy())
  })

  async function answer(req: http.IncomingMessage, res: http.ServerResponse, body: Buffer) {
    const target = req.url ?? ''
    const upload = /^\/api\/agent\/packs\/([^?]+)/.exec(target)
    if (upload) return takeUpload(upload[1] ?? '', body, target, res)
    const header = (name: string) => String(req.headers[name.toLowerCase()] ?? '')
    const facts: RequestFacts = {
      agent: header(exchangeHeaders.agent),
      session: header(exchangeHeaders.session),
      number: Number(header(exchangeHeaders.number)),
      method: req.method ?? '',
      target,
      bodySha256: readContentDigest(header(exchangeHeaders.digest)) ?? '',
    }
    const parsed = body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {}
    const request = { method: facts.method, path: target, number: facts.number, body: parsed }
    const isEnrolment = target === '/api/agent/enroll'
    if (isEnrolment) agentKey = Buffer.from(String(parsed['public_key']), 'base64')
    const isWhole = facts.bodySha256 === bodySha256(body)
    if (!isWhole || (facts.agent !== none && !isRequestSigned(agentKey, facts, header(exchangeHeaders.signature)))) {
      return say(res, facts, 401, { code: 'unsigned', title: 'Not signed' })
    }
    if (
      isEnrolment &&
      !isRequestSigned(tokenKeys(tokenSeed).publicKey, facts, header(exchangeHeaders.tokenSignature))
    ) {
      return say(res, facts, 401, { code: 'token_invalid', title: 'Not enrolled' })
    }
    fake.requests.push(request)
    const how = fake.intercept(request)
    if (how?.kind === 'hang-up') return void res.destroy()
    if (how?.kind === 'silence') return
    if (how?.kind === 'unsigned') return void res.writeHead(how.status).end('<html>Bad gateway</html>')
    if (how?.kind === 'answer') {
      return say(res, facts, how.status, refusalBy(how))
    }
    if (facts.session !== none) {
      if (facts.session !== session?.id) return say(res, facts, 409, { code: 'session_ended', title: 'Ended' })
      if (numbers.has(facts.number)) return say(res, facts, 409, { code: 'replayed', title: 'Replayed' })
      numbers.add(facts.number)
    }
    if (fake.revoked) return say(res, facts, 403, { code: 'revoked', title: 'Revoked' })
    const [status, content] =
      target === '/api/agent/batches' ? await actOnBatch(request, () => res.destroy()) : await act(request, req)
    if (how?.kind === 'lose-answer' || res.destroyed) return void res.destroy()
    say(res, facts, status, content, how?.kind === 'tamper' ? how.replace : undefined)
  }

  function say(
    res: http.ServerResponse,
    facts: RequestFacts,
    status: number,
    content?: unknown,
    tamper: (body: string) => string = (body) => body,
  ) {
    if (res.destroyed) return
    const body = content === undefined ? '' : JSON.stringify(content)
    const signature = signText(signingKey, answerText(facts, { status, body: Buffer.from(body) })).toString('base64')
    res.writeHead(status, { [exchangeHeaders.signature]: signature, 'content-type': 'application/json' })
    res.end(tamper(body))
  }

  async function act(request: SeenRequest, req: http.IncomingMessage): Promise<[number, unknown?]> {
    const { path, body } = request
    if (path.startsWith('/api/agent/challenge')) {
      return [
        200,
        {
          challenge: randomUUID(),
          expires_in_ms: 60_000,
          server_time: new Date().toISOString(),
          protocols: [2],
          service_key: serviceKey.toString('base64'),
          ...fake.challenge,
        },
      ]
    }
    if (path === '/api/agent/enroll') {
      const names = { agent_name: 'north', tenant_name: 'Acme', lab_mode: false }
      return [200, { agent_id: agentId, tenant_id: fake.tenantId, ...names }]
    }
    if (path === '/api/agent/sessions') return [200, beginSession(body as Schemas['NewAgentSession'])]
    if (path === '/api/agent/claims') return claim(body as Schemas['Claim'], req)
    if (path === '/api/agent/heartbeats') return heartbeat(body as Schemas['Heartbeat'], request.number)
    const [, jobId = '', what = ''] = /^\/api\/agent\/jobs\/([^/]+)\/([^?]+)/.exec(path) ?? []
    const job = fake.jobs.get(jobId)
    if (!job) return notFound
    return forJob(job, what, body)
  }

  function beginSession(wanted: Schemas['NewAgentSession']): Schemas['AgentSession'] {
    fake.sessions.push(wanted)
    session = { id: randomUUID(), envelopeKey: Buffer.from(wanted.envelope_key, 'base64') }
    numbers.clear()
    lastHeartbeat = 0
    return {
      session_id: session.id,
      sequence: wanted.sequence + 1,
      server_time: new Date().toISOString(),
      lab_mode: false,
      intervals: fake.intervals,
      max_batch: 100,
    }
  }

  async function claim({ claim_id: claimId, free_slots: free }: Schemas['Claim'], req: http.IncomingMessage) {
    const until = Date.now() + fake.intervals.claim_wait_ms
    for (;;) {
      const given = [...fake.jobs.values()].filter((job) => job.claimId === claimId && job.state === 'offered')
      const fresh = [...fake.jobs.values()].filter(({ state }) => state === 'queued').slice(0, free)
      const offers = given.length > 0 ? given : fresh
      if (offers.length > 0)
        return [200, { offers: await Promise.all(offers.map((job) => offer(job, claimId))) }] as [number, unknown]
      if (Date.now() >= until || req.socket.destroyed) return [204] as [number]
      await pause(5)
    }
  }

  async function offer(job: FakeJob, claimId: string): Promise<Schemas['Offers']['offers'][number]> {
    if (!session) throw new Error('an offer without a session')
    const { jobId, leaseId, kind } = job
    job.state = 'offered'
    job.claimId = claimId
    job.offered++
    const place = { tenantId: fake.tenantId, agentId, sessionId: session.id, jobId, leaseId, kind }
    const { sealed, signature } = await sealEnvelope(session.envelopeKey, place, job.envelope, signingKey)
    return {
      job_id: jobId,
      lease_id: leaseId,
      kind,
      deadline_ms: job.deadlineMs,
      envelope: sealed.toString('base64'),
      envelope_signature: signature.toString('base64'),
    }
  }

  function heartbeat({ leases, dropped }: Schemas['Heartbeat'], number: number): [number, unknown] {
    if (number <= lastHeartbeat) return [409, { code: 'replayed', title: 'Replayed' }]
    lastHeartbeat = number
    for (const { job_id: jobId } of dropped) {
      const job = fake.jobs.get(jobId)
      if (job) Object.assign(job, { dropped: true, state: 'ended' })
    }
    const states = leases.map(({ job_id, lease_id }) => {
      const job = fake.jobs.get(job_id)
      const state = job?.leaseId === lease_id ? job.heartbeat : 'lost'
      if (job && state === 'held' && job.state === 'offered') job.state = 'running'
      return { job_id, lease_id, state }
    })
    return [200, { leases: states, drain: false }]
  }

  function forJob(
    job: FakeJob,
    what: string,
    body: Record<string, unknown>,
  ): [number, unknown?] | Promise<[number, unknown?]> {
    const reportKey = Buffer.from(job.envelope.reportKey, 'base64')
    const place = { jobId: job.jobId, leaseId: job.leaseId }
    if (what === 'log') {
      job.log.push(...(openReport(reportKey, { ...place, purpose: 'log' }, String(body['sealed'])) as ReportedLine[]))
      return [204]
    }
    if (what === 'fingerprints') {
      const { observed } = body as Schemas['ObservedFingerprints']
      return [200, { decisions: observed.map(({ fingerprint }) => ({ fingerprint, status: 'pending' })) }]
    }
    if (what === 'baseline') return [200, { sealed: null, next: null }]
    if (what === 'artifacts/check') {
      const { artifacts } = body as Schemas['ArtifactCheck']
      const states = artifacts.map(({ key, transport, fingerprint }) => ({
        key,
        transport,
        state: stored.has(fingerprint) ? 'unchanged' : 'needed',
      }))
      return [200, { artifacts: states }]
    }
    if (what === 'chunks/missing') {
      const { ids } = body as Schemas['ChunkIds']
      return [200, { missing: ids.flatMap((id, at) => (fake.chunks.has(id as ChunkId) ? [] : [at])) }]
    }
    if (what === 'packs') return [200, { packs: (body as Schemas['NewPacks']).packs.map(packs.announce) }]
    if (what === 'packs/confirm')
      return packs.confirm((body as Schemas['PackIds']).packs).then((states) => [200, { packs: states }])
    if (what === 'result') {
      job.result = body as Schemas['JobResult']
      job.report = openReport(reportKey, { ...place, purpose: 'result' }, job.result.sealed) as ReportedResult
      job.state = 'ended'
      for (const { fingerprint } of job.result.artifacts) if (fingerprint) stored.add(fingerprint)
      return [200, { status: 'succeeded' }]
    }
    return notFound
  }

  function takeUpload(id: string, bytes: Buffer, path: string, res: http.ServerResponse) {
    const request = { method: 'PUT', path, number: 0, body: {} }
    fake.requests.push(request)
    const how = fake.intercept(request)
    if (how?.kind === 'hang-up') return void res.destroy()
    if (how?.kind === 'unsigned') return void res.writeHead(how.status).end()
    if (how?.kind !== 'lose-answer') packs.receive(id, bytes)
    res.writeHead(204).end()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

const notFound: [number, unknown] = [404, { title: 'Not found' }]
