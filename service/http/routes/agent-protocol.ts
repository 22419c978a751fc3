import { createHash } from 'node:crypto'
import { Router } from 'express'
import { sealBaseline } from '../../../shared/agent-protocol/baseline.ts'
import { exchangeHeaders, isRequestSigned } from '../../../shared/agent-protocol/exchange.ts'
import { render } from '../../../shared/messages/render.ts'
import { outdatedReason, spokenProtocols } from '../../../shared/agent-protocol/protocols.ts'
import { sealPayload } from '../../../shared/agent-protocol/payload.ts'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { challengeMs, checkChallenge, makeChallenge } from '../../domain/inventory/agents/challenge.ts'
import { enrollAgent, tokenInvalid } from '../../domain/inventory/agents/enroll.ts'
import { openSession } from '../../domain/inventory/agents/open-session.ts'
import type { TenantContext } from '../../domain/kernel/context.ts'
import { recordHandedSecrets } from '../../domain/inventory/agents/handed-secrets.ts'
import { appendLog } from '../../domain/jobs/append-log.ts'
import { baselineRoot } from '../../domain/jobs/baseline.ts'
import { checkArtifacts } from '../../domain/jobs/check-artifacts.ts'
import { type Claimant, claimJobs } from '../../domain/jobs/claim-jobs.ts'
import { commitResult } from '../../domain/jobs/commit-result.ts'
import { dueTenants } from '../../domain/jobs/due-tenants.ts'
import { heartbeat } from '../../domain/jobs/heartbeat.ts'
import { checkFingerprints } from '../../domain/jobs/check-fingerprints.ts'
import { leasedJob } from '../../domain/jobs/lease-state.ts'
import { wakeTenants } from '../../domain/jobs/expire-leases.ts'
import { type Offer, makeOffers, readOfferFacts } from '../../domain/jobs/make-offers.ts'
import { ownPacks } from '../../domain/jobs/own-packs.ts'
import { recordProgress } from '../../domain/jobs/record-progress.ts'
import { readBaselinePage } from '../../domain/jobs/walk-baseline.ts'
import { type JobNotifier, type WakeReason, createJobNotifier } from '../../domain/jobs/job-notifier.ts'
import { networkOf } from '../../domain/inventory/users/networks.ts'
import { readPayloadPage } from '../../domain/jobs/kinds/restore/read-payload.ts'
import { missingChunks } from '../../domain/repository/chunks/missing-chunks.ts'
import { readPlatformPolicies } from '../../domain/inventory/settings/platform-policies.ts'
import { deniedAmong, endDenied } from '../../domain/jobs/kinds/restore/end-denied.ts'
import { platformPosture } from '../../domain/levels/posture/effective-posture.ts'
import type { Dependencies } from '../../dependencies.ts'
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
import { raiseAgentAlert } from '../agent-alert.ts'
import { storeRevoked } from '../scoped.ts'
import { DomainError, invalidField } from '../../domain/kernel/domain-error.ts'
import { jobKinds } from '../../domain/jobs/kinds/registry.ts'
import { releaseAgentLeases } from '../../domain/jobs/kinds/queue-ports.ts'

/** The agents' endpoints. All but the first two come from a signed session; every answer is signed (agent-exchange.ts). */
export function agentProtocolRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const checkClock = createAgentClocks(dependencies)
  const { serviceKeys } = dependencies
  const notifier = createJobNotifier(dependencies.signals, () =>
    inScope(dependencies.forAgents.knex, { kind: 'platform' }, (trx) => dueTenants({ trx, now: dependencies.now() })),
  )

  routes.get('/api/agent/challenge', (_req: Req<'agentChallenge'>, res: Res<'agentChallenge'>) => {
    const now = dependencies.now()
    res.json({
      challenge: makeChallenge(serviceKeys, now),
      expires_in_ms: challengeMs,
      server_time: now.toISOString(),
      protocols: [...(dependencies.protocols ?? spokenProtocols)],
      service_key: serviceKeys.signing.publicKey.toString('base64'),
      store_url: storeUrlOf(dependencies),
    })
  })

  routes.post('/api/agent/enroll', async (req: Req<'agentEnroll'>, res: Res<'agentEnroll'>) => {
    const { agent_id: agentId, hostname, version } = req.body
    const publicKey = Buffer.from(req.body.public_key, 'base64')
    const agents = knownAgents(dependencies)
    const address = networkOf(req.ip ?? null)
    const waitMs = agents.failures.waitMs(address)
    if (waitMs > 0) throw tooManyFailures(waitMs)
    const { rows } = await agents.lookups.run(() =>
      dependencies.forAgents.knex.raw('select * from lookup_enrollment(?)', [agentId]),
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
        await raiseAgentAlert(dependencies, req, {
          agentId,
          tenantId: token.tenant_id,
          action: 'agent.enroll',
          reason,
          detail,
        })
      throw tokenInvalid()
    }
    checkChallenge(serviceKeys, req.body.challenge, dependencies.now())
    const tenantId: string = token.tenant_id
    const enrolled = await inScope(dependencies.forAgents.knex, { kind: 'tenant', tenantId }, (trx) => {
      const actor = { kind: 'agent', id: agentId, name: `agent:${agentId}`, role: null, tenantId } as const
      const context = { actor, origin: originOf(req), tenantId, now: dependencies.now(), trx, keys: dependencies.keys }
      return enrollAgent(
        context,
        { agentId, tokenId: token.token_id, publicKey, hostname, version },
        releaseAgentLeases,
      )
    })
    if (enrolled instanceof DomainError) {
      if (enrolled.fields.code === 'token_spent') {
        req.log.warn({ agentId, hostname }, 'alarm: an enrolment token was used again with another key')
      }
      throw enrolled
    }
    await storeRevoked(dependencies)
    agents.forget(agentId) // the signal reaches the other replicas
    await dependencies.failpoint?.('after_enroll')
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
    const challengedAt = checkChallenge(serviceKeys, body.challenge, dependencies.now())
    const { sequence, protocol, version, hostname, platforms, transports, slots } = body
    const opened = await scopedToAgent(dependencies, req, (context) =>
      openSession(
        context,
        agentId,
        {
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
        },
        releaseAgentLeases,
      ),
    )
    if (opened instanceof DomainError) {
      req.log.warn({ agentId, hostname, sequence }, `alarm: an agent is ${opened.fields.code}`)
      throw opened
    }
    await dependencies.failpoint?.('after_session')
    const outdated = outdatedReason(protocol, dependencies.protocols)
    res.json({
      session_id: opened.session.id,
      sequence: opened.session.sequence,
      server_time: dependencies.now().toISOString(),
      lab_mode: opened.agent.labMode,
      ...(outdated && { outdated: render(outdated, 'en') }),
      intervals: intervalsOf(dependencies),
    })
  })

  routes.post('/api/agent/claims', async (req: Req<'agentClaim'>, res: Res<'agentClaim'>) => {
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    if (req.socket.destroyed) gone.abort() // while it was found out who asks: nobody tells of that any more
    await checkClock(req)
    const offers = await waitForOffers(dependencies, notifier, req, gone.signal)
    if (gone.signal.aborted) return
    await dependencies.failpoint?.('after_offer')
    if (offers.length > 0) res.json({ offers })
    else res.status(204).send()
  })

  routes.post('/api/agent/heartbeats', async (req: Req<'agentHeartbeat'>, res: Res<'agentHeartbeat'>) => {
    const { leases, dropped, altered } = req.body
    const { agentId, tenantId, number } = agentOf(req)
    const session = sessionOfAgent(agentOf(req))
    if (leases.length > 0) await dependencies.failpoint?.('before_heartbeat')
    const states = await scopedToAgent(dependencies, req, (context) =>
      heartbeat(
        { ...context, kinds: jobKinds },
        { agentId, sessionId: session.id, number, leases, dropped },
        intervalsOf(dependencies),
      ),
    )
    if (altered) {
      const reason = 'agent_answer_altered'
      await raiseAgentAlert(dependencies, req, {
        agentId,
        tenantId,
        action: 'agent.exchange',
        reason,
        detail: { altered },
      })
    }
    await dependencies.failpoint?.('after_heartbeat')
    res.json({ leases: states, drain: session.idle !== null })
  })

  routes.post('/api/agent/jobs/:job_id/log', async (req: Req<'agentLog'>, res) => {
    const keys = await keysOf(dependencies, req)
    await scopedToAgent(dependencies, req, (context) => appendLog(context, claimOf(req), req.body, keys))
    res.status(204).send()
  })

  routes.post(
    '/api/agent/jobs/:job_id/fingerprints',
    async (req: Req<'agentFingerprints'>, res: Res<'agentFingerprints'>) => {
      const posture = await inScope(dependencies.forAgents.knex, { kind: 'platform' }, platformPosture)
      const decisions = await scopedToAgent(dependencies, req, (context) =>
        checkFingerprints(context, claimOf(req), req.body.observed, posture),
      )
      res.json({ decisions })
    },
  )

  routes.get('/api/agent/jobs/:job_id/baseline', async (req: Req<'agentBaseline'>, res: Res<'agentBaseline'>) => {
    const { agentId, tenantId } = agentOf(req)
    const { id: sessionId, envelopeKey } = sessionOfAgent(agentOf(req))
    const { lease_id: leaseId, after = '' } = req.query
    const jobId = req.params.job_id
    const root = await scopedToAgent(dependencies, req, (context) => baselineRoot(context, { agentId, jobId, leaseId }))
    if (!root) return void res.json({ sealed: null, next: null })
    const { files, next } = await readBaselinePage(dependencies.forAgents.repository.chunkReader(tenantId), root, after)
    const place = { tenantId, agentId, sessionId, jobId, leaseId, after }
    res.json({ sealed: (await sealBaseline(envelopeKey, place, files)).toString('base64'), next })
  })

  routes.post('/api/agent/jobs/:job_id/progress', async (req: Req<'agentProgress'>, res: Res<'agentProgress'>) => {
    const { lease_id: _lease, checkpoint, ...progress } = req.body
    const root = checkpoint === undefined ? null : Buffer.from(checkpoint, 'hex')
    await scopedToAgent(dependencies, req, (context) =>
      recordProgress(context, claimOf(req), { progress, checkpoint: root }),
    )
    res.status(204).end()
  })

  routes.get('/api/agent/jobs/:job_id/payload', async (req: Req<'agentPayload'>, res: Res<'agentPayload'>) => {
    const { agentId, tenantId } = agentOf(req)
    const { id: sessionId, envelopeKey } = sessionOfAgent(agentOf(req))
    const { lease_id: leaseId, after = 0 } = req.query
    const jobId = req.params.job_id
    const claim = { agentId, jobId, leaseId }
    const { bytes, next } = await readPayloadPage(
      withinScope(dependencies, req),
      dependencies.forAgents.repository,
      claim,
      after,
    )
    const place = { tenantId, agentId, sessionId, jobId, leaseId, after }
    res.json({ sealed: (await sealPayload(envelopeKey, place, bytes)).toString('base64'), next })
  })

  routes.post('/api/agent/jobs/:job_id/artifacts/check', async (req: Req<'agentCheck'>, res: Res<'agentCheck'>) => {
    const { tenantId } = agentOf(req)
    const { forAgents, workers } = dependencies
    const own = { keys: await keysOf(dependencies, req), reader: forAgents.repository.chunkReader(tenantId), workers }
    res.json({
      artifacts: await checkArtifacts(withinScope(dependencies, req), claimOf(req), req.body.artifacts, own),
    })
  })

  routes.post(
    '/api/agent/jobs/:job_id/chunks/missing',
    async (req: Req<'agentMissingChunks'>, res: Res<'agentMissingChunks'>) => {
      const missing = await scopedToAgent(dependencies, req, async (context) => {
        await leasedJob(context, claimOf(req))
        return missingChunks(context, req.body.ids as ChunkId[])
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
    const addresses = await scopedToAgent(dependencies, req, async (context) => {
      await leasedJob(context, claimOf(req))
      return dependencies.forAgents.repository.announcePacks(context, claimOf(req), packs)
    })
    res.json({ packs: addresses })
  })

  routes.post(
    '/api/agent/jobs/:job_id/packs/confirm',
    async (req: Req<'agentConfirmPacks'>, res: Res<'agentConfirmPacks'>) => {
      const { tenantId } = agentOf(req)
      const wanted = req.body.packs
      const own = await scopedToAgent(dependencies, req, (context) => ownPacks(context, claimOf(req), wanted))
      const states = wanted.map((id) => {
        const pack = own.get(id)
        return pack
          ? dependencies.forAgents.repository.verifyPack(tenantId, id, pack)
          : { id, state: 'missing' as const }
      })
      const packs = await Promise.all(states)
      await dependencies.failpoint?.('after_packs')
      res.json({ packs })
    },
  )

  routes.put('/api/agent/jobs/:job_id/result', async (req: Req<'agentResult'>, res: Res<'agentResult'>) => {
    const { forAgents, workers, settings, failpoint } = dependencies
    const answer = await commitResult(
      {
        within: withinScope(dependencies, req),
        keys: await keysOf(dependencies, req),
        repository: forAgents.repository,
        workers,
        kinds: jobKinds,
        intervals: intervalsOf(dependencies),
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

function intervalsOf({ intervals = defaultIntervals }: Dependencies) {
  return intervals
}

/** Until there is work, the time is over, or the agent is gone: nothing is offered to a poll that nobody hears. */
async function waitForOffers(
  dependencies: Dependencies,
  notifier: JobNotifier,
  req: Req<'agentClaim'>,
  gone: AbortSignal,
): Promise<Offer[]> {
  const agent = agentOf(req)
  const session = sessionOfAgent(agent)
  const waitMs = intervalsOf(dependencies).claim_wait_ms
  const waiting = notifier.wait(agent, { waitMs, gone })
  try {
    for (let woken: WakeReason = 'work'; woken !== 'over'; woken = await waiting.next()) {
      if (gone.aborted) return []
      if (woken === 'agent') {
        await scopedToAgent(dependencies, req, refuseRevoked)
        return [] // what it may do now is found out when it asks again
      }
      const offers = session.idle === null ? await offerWork(dependencies, req, agent) : []
      if (gone.aborted && offers.length > 0) {
        // The agent may ask again while these offers stand: a poll that waits is woken to find them.
        await scopedToAgent(dependencies, req, (context) => wakeTenants(context, [context]))
        return []
      }
      if (offers.length > 0) return offers
    }
    return []
  } finally {
    waiting.stop()
  }
}

async function refuseRevoked({ trx }: TenantContext, { agentId }: AgentCaller): Promise<void> {
  const agent = await Agent.query(trx).findById(agentId).select('revokedAt')
  if (!agent || agent.revokedAt) throw revoked()
}

async function offerWork(dependencies: Dependencies, req: Req<'agentClaim'>, agent: AgentCaller): Promise<Offer[]> {
  const session = sessionOfAgent(agent)
  const { platforms, transports, slots, envelopeKey } = session
  const { agentId, labMode, tenantId } = agent
  const claimant: Claimant = { agentId, sessionId: session.id, labMode, platforms, transports, slots }
  const { claim_id: claimId, free_slots: freeSlots, restore_slots: restoreSlots = 0 } = req.body
  const claim = { claimId, number: agent.number, freeSlots, restoreSlots }
  const intervals = intervalsOf(dependencies)
  const facts = await scopedToAgent(dependencies, req, async (context) => {
    const jobs = await claimJobs(context, claimant, claim, intervals)
    if (jobs.length === 0) return null
    const facts = await readOfferFacts(context, jobs)
    await recordHandedSecrets(context, agentId, facts)
    return facts
  })
  if (!facts) return []
  const { posture, restore } = await inScope(dependencies.forAgents.knex, { kind: 'platform' }, readPlatformPolicies)
  const keys = await dependencies.keys.of(tenantId)
  const denied = deniedAmong(facts, restore)
  if (denied.size > 0)
    await scopedToAgent(dependencies, req, (context) => endDenied({ ...context, kinds: jobKinds }, denied, keys))
  const allowed = { ...facts, jobs: facts.jobs.filter((job) => !denied.has(job)) }
  return makeOffers(allowed, {
    claimant,
    envelopeKey,
    keys,
    signingKey: dependencies.serviceKeys.signing.privateKey,
    platformPosture: posture ?? 'strict',
    intervals,
    alarm: (line) => req.log.error(line),
  })
}

type JobRequest = Parameters<typeof agentOf>[0] & { params: { job_id: string }; body: { lease_id: string } }

function claimOf(req: JobRequest) {
  return { agentId: agentOf(req).agentId, jobId: req.params.job_id, leaseId: req.body.lease_id }
}

function keysOf(dependencies: Dependencies, req: Parameters<typeof agentOf>[0]) {
  return dependencies.keys.of(agentOf(req).tenantId)
}

function withinScope(dependencies: Dependencies, req: Parameters<typeof scopedToAgent>[1]) {
  return <T>(work: (context: TenantContext) => Promise<T>) => scopedToAgent(dependencies, req, work)
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
function storeUrlOf({ settings: { objectStore } }: Dependencies): string | null {
  return objectStore === 'disk' ? null : new URL(objectStore.publicEndpoint).origin
}
