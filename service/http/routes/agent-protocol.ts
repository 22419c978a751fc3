import { createHash } from 'node:crypto'
import { Router } from 'express'
import { sealBaseline } from '../../../shared/agent-protocol/baseline.ts'
import { exchangeHeaders, isRequestSigned } from '../../../shared/agent-protocol/exchange.ts'
import { outdatedReason, spokenProtocols } from '../../../shared/agent-protocol/protocols.ts'
import { sealPayload } from '../../../shared/agent-protocol/payload.ts'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { challengeMs, checkChallenge, makeChallenge } from '../../domain/inventory/agents/challenge.ts'
import { enrollAgent, tokenInvalid } from '../../domain/inventory/agents/enroll.ts'
import { openSession } from '../../domain/inventory/agents/open-session.ts'
import type { TenantCall } from '../../domain/kernel/context.ts'
import { recordHandedSecrets } from '../../domain/inventory/agents/handed-secrets.ts'
import { appendLog } from '../../domain/jobs/append-log.ts'
import { baselineRoot } from '../../domain/jobs/baseline.ts'
import { checkArtifacts } from '../../domain/jobs/check-artifacts.ts'
import { type Claimant, claimJobs } from '../../domain/jobs/claim-jobs.ts'
import { commitResult } from '../../domain/jobs/commit-result.ts'
import { dueCustomers } from '../../domain/jobs/due-tenants.ts'
import { heartbeat } from '../../domain/jobs/heartbeat.ts'
import { judgeFingerprints } from '../../domain/jobs/check-fingerprints.ts'
import { leasedJob } from '../../domain/jobs/lease-state.ts'
import { wakeCustomers } from '../../domain/jobs/expire-leases.ts'
import { type Offer, makeOffers, readOfferFacts } from '../../domain/jobs/make-offers.ts'
import { ownPacks } from '../../domain/jobs/own-packs.ts'
import { recordProgress } from '../../domain/jobs/record-progress.ts'
import { readBaselinePage } from '../../domain/jobs/walk-baseline.ts'
import { type WorkBell, type Woken, createWorkBell } from '../../domain/jobs/job-notifier.ts'
import { networkOf } from '../../domain/inventory/users/networks.ts'
import { Refusal } from '../../domain/kernel/refusal.ts'
import { readPayloadPage } from '../../domain/jobs/restore/read-payload.ts'
import { missingChunks } from '../../domain/repository/chunks/missing-chunks.ts'
import { readPlatformPolicies } from '../../domain/inventory/settings/platform-policies.ts'
import { deniedAmong, endDenied } from '../../domain/jobs/restore/end-denied.ts'
import { platformPosture } from '../../domain/levels/posture/effective-posture.ts'
import type { Pieces } from '../../dependencies.ts'
import { Agent } from '../../store/models/agent.ts'
import { inScope } from '../../store/scope.ts'
import { createAgentClocks } from '../agent-clocks.ts'
import {
  type AgentCaller,
  agentOf,
  isBodyOf,
  requestFactsOf,
  revoked,
  scopedToAgent,
  sessionOfAgent,
  tooManyFailures,
} from '../agent-exchange.ts'
import { originOf } from '../authorise.ts'
import { knownAgents } from '../known-agents.ts'
import type { Req, Res } from '../operation.ts'
import { raiseAlarm } from '../agent-alert.ts'
import { storeRevoked } from '../scoped.ts'
import { invalidField } from '../../domain/kernel/domain-error.ts'

/** The agents' endpoints. All but the first two come from a signed session; every answer is signed (agent-exchange.ts). */
export function agentProtocolRoutes(pieces: Pieces): Router {
  const routes = Router()
  const checkClock = createAgentClocks(pieces)
  const { serviceKeys } = pieces
  const bell = createWorkBell(pieces.signals, () =>
    inScope(pieces.forAgents.knex, { kind: 'platform' }, (trx) => dueCustomers({ trx, now: pieces.now() })),
  )

  routes.get('/api/agent/challenge', (_req: Req<'agentChallenge'>, res: Res<'agentChallenge'>) => {
    const now = pieces.now()
    res.json({
      challenge: makeChallenge(serviceKeys, now),
      expires_in_ms: challengeMs,
      server_time: now.toISOString(),
      protocols: [...(pieces.protocols ?? spokenProtocols)],
      service_key: serviceKeys.signing.publicKey.toString('base64'),
      store_url: storeUrlOf(pieces),
    })
  })

  routes.post('/api/agent/enroll', async (req: Req<'agentEnroll'>, res: Res<'agentEnroll'>) => {
    const { agent_id: agentId, hostname, version } = req.body
    const publicKey = Buffer.from(req.body.public_key, 'base64')
    const agents = knownAgents(pieces)
    const address = networkOf(req.ip ?? null)
    const waitMs = agents.failures.waitMs(address)
    if (waitMs > 0) throw tooManyFailures(waitMs)
    const { rows } = await agents.lookups.run(() =>
      pieces.forAgents.knex.raw('select * from lookup_enrollment(?)', [agentId]),
    )
    const token = rows[0]
    const facts = requestFactsOf(req)
    const isSigned =
      token &&
      facts.agent === agentId &&
      isBodyOf(req, facts) &&
      isRequestSigned(token.public_key, facts, req.get(exchangeHeaders.tokenSignature)) &&
      isRequestSigned(publicKey, facts, req.get(exchangeHeaders.signature))
    if (!isSigned) {
      agents.failures.count(address)
      const reason = 'agent_enrolment_not_signed'
      const detail = { hostname }
      if (token)
        await raiseAlarm(pieces, req, { agentId, tenantId: token.tenant_id, action: 'agent.enroll', reason, detail })
      throw tokenInvalid()
    }
    checkChallenge(serviceKeys, req.body.challenge, pieces.now())
    const tenantId: string = token.tenant_id
    const enrolled = await inScope(pieces.forAgents.knex, { kind: 'tenant', tenantId }, (trx) => {
      const actor = { kind: 'agent', id: agentId, name: `agent:${agentId}`, role: null, tenantId } as const
      const call = { actor, origin: originOf(req), tenantId, now: pieces.now(), trx, keys: pieces.keys }
      return enrollAgent(call, { agentId, tokenId: token.token_id, publicKey, hostname, version })
    })
    if (enrolled instanceof Refusal) {
      if (enrolled.fields.code === 'token_spent') {
        req.log.warn({ agentId, hostname }, 'alarm: an enrolment token was used again with another key')
      }
      throw enrolled
    }
    await storeRevoked(pieces)
    agents.forget(agentId) // the signal reaches the other replicas
    await pieces.failpoint?.('after_enroll')
    const { agent, tenant } = enrolled
    res.json({
      agent_id: agent.id,
      agent_name: agent.name,
      tenant_id: tenant.id,
      tenant_name: tenant.name,
      lab_mode: agent.labMode,
    })
  })

  routes.post('/api/agent/sessions', async (req: Req<'agentSession'>, res: Res<'agentSession'>) => {
    const { body } = req
    const { agentId } = agentOf(req)
    if (body.agent_id !== agentId) throw invalidField('agent_id', 'not_signing_agent')
    const challengedAt = checkChallenge(serviceKeys, body.challenge, pieces.now())
    const { sequence, protocol, version, hostname, platforms, transports, slots } = body
    const opened = await scopedToAgent(pieces, req, (call) =>
      openSession(call, agentId, {
        bootId: body.boot_id,
        envelopeKey: Buffer.from(body.envelope_key, 'base64'),
        sequence,
        protocol,
        version,
        hostname,
        platforms,
        transports,
        slots,
        challengedAt,
      }),
    )
    if (opened instanceof Refusal) {
      req.log.warn({ agentId, hostname, sequence }, `alarm: an agent is ${opened.fields.code}`)
      throw opened
    }
    await pieces.failpoint?.('after_session')
    const outdated = outdatedReason(protocol, pieces.protocols)
    res.json({
      session_id: opened.session.id,
      sequence: opened.session.sequence,
      server_time: pieces.now().toISOString(),
      lab_mode: opened.agent.labMode,
      ...(outdated && { outdated }),
      intervals: intervalsOf(pieces),
    })
  })

  routes.post('/api/agent/claims', async (req: Req<'agentClaim'>, res: Res<'agentClaim'>) => {
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    if (req.socket.destroyed) gone.abort() // while it was found out who asks: nobody tells of that any more
    await checkClock(req)
    const offers = await waitForOffers(pieces, bell, req, gone.signal)
    if (gone.signal.aborted) return
    await pieces.failpoint?.('after_offer')
    if (offers.length > 0) res.json({ offers })
    else res.status(204).send()
  })

  routes.post('/api/agent/heartbeats', async (req: Req<'agentHeartbeat'>, res: Res<'agentHeartbeat'>) => {
    const { leases, dropped, altered } = req.body
    const { agentId, tenantId, number } = agentOf(req)
    const session = sessionOfAgent(agentOf(req))
    if (leases.length > 0) await pieces.failpoint?.('before_heartbeat')
    const states = await scopedToAgent(pieces, req, (call) =>
      heartbeat(call, { agentId, sessionId: session.id, number, leases, dropped }, intervalsOf(pieces)),
    )
    if (altered) {
      const reason = 'agent_answer_altered'
      await raiseAlarm(pieces, req, { agentId, tenantId, action: 'agent.exchange', reason, detail: { altered } })
    }
    await pieces.failpoint?.('after_heartbeat')
    res.json({ leases: states, drain: session.idle !== null })
  })

  routes.post('/api/agent/jobs/:job_id/log', async (req: Req<'agentLog'>, res) => {
    const keys = await keysOf(pieces, req)
    await scopedToAgent(pieces, req, (call) => appendLog(call, claimOf(req), req.body, keys))
    res.status(204).send()
  })

  routes.post(
    '/api/agent/jobs/:job_id/fingerprints',
    async (req: Req<'agentFingerprints'>, res: Res<'agentFingerprints'>) => {
      const posture = await inScope(pieces.forAgents.knex, { kind: 'platform' }, platformPosture)
      const decisions = await scopedToAgent(pieces, req, (call) =>
        judgeFingerprints(call, claimOf(req), req.body.observed, posture),
      )
      res.json({ decisions })
    },
  )

  routes.get('/api/agent/jobs/:job_id/baseline', async (req: Req<'agentBaseline'>, res: Res<'agentBaseline'>) => {
    const { agentId, tenantId } = agentOf(req)
    const { id: sessionId, envelopeKey } = sessionOfAgent(agentOf(req))
    const { lease_id: leaseId, after = '' } = req.query
    const jobId = req.params.job_id
    const root = await scopedToAgent(pieces, req, (call) => baselineRoot(call, { agentId, jobId, leaseId }))
    if (!root) return void res.json({ sealed: null, next: null })
    const { files, next } = await readBaselinePage(pieces.forAgents.repository.chunkReader(tenantId), root, after)
    const place = { tenantId, agentId, sessionId, jobId, leaseId, after }
    res.json({ sealed: (await sealBaseline(envelopeKey, place, files)).toString('base64'), next })
  })

  routes.post('/api/agent/jobs/:job_id/progress', async (req: Req<'agentProgress'>, res: Res<'agentProgress'>) => {
    const { lease_id: _lease, checkpoint, ...progress } = req.body
    const root = checkpoint === undefined ? null : Buffer.from(checkpoint, 'hex')
    await scopedToAgent(pieces, req, (call) => recordProgress(call, claimOf(req), { progress, checkpoint: root }))
    res.status(204).end()
  })

  routes.get('/api/agent/jobs/:job_id/payload', async (req: Req<'agentPayload'>, res: Res<'agentPayload'>) => {
    const { agentId, tenantId } = agentOf(req)
    const { id: sessionId, envelopeKey } = sessionOfAgent(agentOf(req))
    const { lease_id: leaseId, after = 0 } = req.query
    const jobId = req.params.job_id
    const claim = { agentId, jobId, leaseId }
    const { bytes, next } = await readPayloadPage(withinScope(pieces, req), pieces.forAgents.repository, claim, after)
    const place = { tenantId, agentId, sessionId, jobId, leaseId, after }
    res.json({ sealed: (await sealPayload(envelopeKey, place, bytes)).toString('base64'), next })
  })

  routes.post('/api/agent/jobs/:job_id/artifacts/check', async (req: Req<'agentCheck'>, res: Res<'agentCheck'>) => {
    const { tenantId } = agentOf(req)
    const { forAgents, workers } = pieces
    const deps = { keys: await keysOf(pieces, req), reader: forAgents.repository.chunkReader(tenantId), workers }
    res.json({ artifacts: await checkArtifacts(withinScope(pieces, req), claimOf(req), req.body.artifacts, deps) })
  })

  routes.post(
    '/api/agent/jobs/:job_id/chunks/missing',
    async (req: Req<'agentMissingChunks'>, res: Res<'agentMissingChunks'>) => {
      const missing = await scopedToAgent(pieces, req, async (call) => {
        await leasedJob(call, claimOf(req))
        return missingChunks(call, req.body.ids as ChunkId[])
      })
      res.json({ missing })
    },
  )

  routes.post('/api/agent/jobs/:job_id/packs', async (req: Req<'agentPacks'>, res: Res<'agentPacks'>) => {
    const packs = req.body.packs.map(({ size, sha256, md5 }, at) => ({
      size,
      sha256: digestOf(sha256, 32, `packs.${at}.sha256`),
      md5: digestOf(md5, 16, `packs.${at}.md5`),
    }))
    const addresses = await scopedToAgent(pieces, req, async (call) => {
      await leasedJob(call, claimOf(req))
      return pieces.forAgents.repository.announcePacks(call, claimOf(req), packs)
    })
    res.json({ packs: addresses })
  })

  routes.post(
    '/api/agent/jobs/:job_id/packs/confirm',
    async (req: Req<'agentConfirmPacks'>, res: Res<'agentConfirmPacks'>) => {
      const { tenantId } = agentOf(req)
      const wanted = req.body.packs
      const own = await scopedToAgent(pieces, req, (call) => ownPacks(call, claimOf(req), wanted))
      const states = wanted.map((id) => {
        const pack = own.get(id)
        return pack ? pieces.forAgents.repository.verifyPack(tenantId, id, pack) : { id, state: 'missing' as const }
      })
      const packs = await Promise.all(states)
      await pieces.failpoint?.('after_packs')
      res.json({ packs })
    },
  )

  routes.put('/api/agent/jobs/:job_id/result', async (req: Req<'agentResult'>, res: Res<'agentResult'>) => {
    const { forAgents, workers, settings, failpoint } = pieces
    const answer = await commitResult(
      {
        within: withinScope(pieces, req),
        keys: await keysOf(pieces, req),
        repository: forAgents.repository,
        workers,
        intervals: intervalsOf(pieces),
        timeZone: settings.timeZone,
        alarm: (event, facts) => req.log.warn(facts, `alarm: ${event}`),
        failpoint,
      },
      { claim: claimOf(req), result: req.body, bodyHash: sha256(req.rawBody) },
    )
    res.json(answer)
  })
  return routes
}

function intervalsOf({ intervals = defaultIntervals }: Pieces) {
  return intervals
}

/** Until there is work, the time is over, or the agent is gone: nothing is offered to a poll that nobody hears. */
async function waitForOffers(
  pieces: Pieces,
  bell: WorkBell,
  req: Req<'agentClaim'>,
  gone: AbortSignal,
): Promise<Offer[]> {
  const agent = agentOf(req)
  const session = sessionOfAgent(agent)
  const waitMs = intervalsOf(pieces).claim_wait_ms
  const waiting = bell.wait(agent, { waitMs, gone })
  try {
    for (let woken: Woken = 'work'; woken !== 'over'; woken = await waiting.next()) {
      if (gone.aborted) return []
      if (woken === 'agent') {
        await scopedToAgent(pieces, req, refuseRevoked)
        return [] // what it may do now is found out when it asks again
      }
      const offers = session.idle === null ? await offerWork(pieces, req, agent) : []
      if (gone.aborted && offers.length > 0) {
        // The agent may ask again while these offers stand: a poll that waits is woken to find them.
        await scopedToAgent(pieces, req, (call) => wakeCustomers(call, [call]))
        return []
      }
      if (offers.length > 0) return offers
    }
    return []
  } finally {
    waiting.stop()
  }
}

async function refuseRevoked({ trx }: TenantCall, { agentId }: AgentCaller): Promise<void> {
  const agent = await Agent.query(trx).findById(agentId).select('revokedAt')
  if (!agent || agent.revokedAt) throw revoked()
}

async function offerWork(pieces: Pieces, req: Req<'agentClaim'>, agent: AgentCaller): Promise<Offer[]> {
  const session = sessionOfAgent(agent)
  const { platforms, transports, slots, envelopeKey } = session
  const { agentId, labMode, tenantId } = agent
  const claimant: Claimant = { agentId, sessionId: session.id, labMode, platforms, transports, slots }
  const { claim_id: claimId, free_slots: freeSlots, restore_slots: restoreSlots = 0 } = req.body
  const claim = { claimId, number: agent.number, freeSlots, restoreSlots }
  const intervals = intervalsOf(pieces)
  const facts = await scopedToAgent(pieces, req, async (call) => {
    const jobs = await claimJobs(call, claimant, claim, intervals)
    if (jobs.length === 0) return null
    const facts = await readOfferFacts(call, jobs)
    await recordHandedSecrets(call, agentId, facts)
    return facts
  })
  if (!facts) return []
  const { posture, restore } = await inScope(pieces.forAgents.knex, { kind: 'platform' }, readPlatformPolicies)
  const keys = await pieces.keys.of(tenantId)
  const denied = deniedAmong(facts, restore)
  if (denied.size > 0) await scopedToAgent(pieces, req, (call) => endDenied(call, denied, keys))
  const allowed = { ...facts, jobs: facts.jobs.filter((job) => !denied.has(job)) }
  return makeOffers(allowed, {
    claimant,
    envelopeKey,
    keys,
    signingKey: pieces.serviceKeys.signing.privateKey,
    platformPosture: posture ?? 'strict',
    intervals,
    alarm: (line) => req.log.error(line),
  })
}

type JobRequest = Parameters<typeof agentOf>[0] & { params: { job_id: string }; body: { lease_id: string } }

function claimOf(req: JobRequest) {
  return { agentId: agentOf(req).agentId, jobId: req.params.job_id, leaseId: req.body.lease_id }
}

function keysOf(pieces: Pieces, req: Parameters<typeof agentOf>[0]) {
  return pieces.keys.of(agentOf(req).tenantId)
}

function withinScope(pieces: Pieces, req: Parameters<typeof scopedToAgent>[1]) {
  return <T>(work: (call: TenantCall) => Promise<T>) => scopedToAgent(pieces, req, work)
}

function digestOf(text: string, length: number, path: string): Buffer {
  const digest = Buffer.from(text, 'base64')
  if (digest.length !== length) throw invalidField(path, 'wrong_length', { expected: length, actual: digest.length })
  return digest
}

function sha256(bytes: Buffer | undefined): Buffer {
  return createHash('sha256')
    .update(bytes ?? Buffer.alloc(0))
    .digest()
}

/** What an agent may know of the store before there is a session: where it is, not what is in it. */
function storeUrlOf({ settings: { objectStore } }: Pieces): string | null {
  return objectStore === 'disk' ? null : new URL(objectStore.publicEndpoint).origin
}
