import { Router } from 'express'
import { recordHandedSecrets } from '../../../domain/inventory/agents/handed-secrets.ts'
import { readOfferPolicies } from '../../../domain/policies/platform/platform-policies.ts'
import {
  type Claim,
  type Claimant,
  claimJobs,
  recordPoll,
  withdrawUnsentOffers,
} from '../../../domain/jobs/claim-jobs.ts'
import { dueTenants } from '../../../domain/jobs/due-tenants.ts'
import { type JobNotifier, type WakeReason, createJobNotifier } from '../../../domain/jobs/job-notifier.ts'
import { jobKinds } from '../../../domain/jobs/kinds/registry.ts'
import { deniedAmong, endDenied } from '../../../domain/jobs/kinds/restore/end-denied.ts'
import { type Offer, makeOffers, readOfferFacts } from '../../../domain/jobs/make-offers.ts'
import type { TenantContext } from '../../../domain/kernel/context.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { Agent } from '../../../store/models/agent.ts'
import { type RunStatement, statementsInScope } from '../../../store/scope.ts'
import { createAgentClocks } from '../../agent-clocks.ts'
import {
  type AgentCaller,
  agentOf,
  revoked,
  scopedToAgent,
  sessionOfAgent,
  statementsOfAgent,
} from '../../agent-exchange.ts'
import type { Req, Res } from '../../operation.ts'
import { agentIntervals } from './agent-request.ts'

/** The poll by which agents claim jobs. Its responses are signed (agent-exchange.ts). */
export function agentClaimRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const checkClock = createAgentClocks(dependencies)
  const notifier = createJobNotifier(dependencies.signals, () =>
    dueTenants(platformStatements(dependencies), dependencies.now()),
  )

  routes.post('/api/agent/claims', async (req: Req<'agentClaim'>, res: Res<'agentClaim'>) => {
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    if (req.socket.destroyed) gone.abort() // closed during authentication: `close` is not emitted again
    await checkClock(req)
    const offers = await waitForOffers(dependencies, notifier, req, gone.signal)
    if (gone.signal.aborted) return
    await dependencies.failpoint?.('after_offer')
    if (offers.length > 0) res.json({ offers })
    else res.status(204).send()
  })
  return routes
}

function platformStatements({ forAgents }: Dependencies): RunStatement {
  return statementsInScope(forAgents.knex, { kind: 'platform' })
}

/**
 * Waits until there is work for the calling agent, at most `claim_wait_ms`. Returns no offers after that time, after a
 * change of the agent, or if the agent is `gone`: it cannot receive an offer.
 * @throws DomainError revoked
 */
async function waitForOffers(
  dependencies: Dependencies,
  notifier: JobNotifier,
  req: Req<'agentClaim'>,
  gone: AbortSignal,
): Promise<Offer[]> {
  const agent = agentOf(req)
  const session = sessionOfAgent(agent)
  const waitMs = agentIntervals(dependencies).claim_wait_ms
  const waiting = notifier.wait(agent, { waitMs, gone })
  try {
    const mayFind = session.noJobsReason === null && (await mayFindWork(dependencies, req, agent))
    for (
      let woken: WakeReason = mayFind ? 'work' : await waiting.next();
      woken !== 'over';
      woken = await waiting.next()
    ) {
      if (gone.aborted) return []
      if (woken === 'agent') {
        await scopedToAgent(dependencies, req, rejectRevoked)
        return [] // the next poll authenticates the agent again
      }
      const offers = session.noJobsReason === null ? await offerWork(dependencies, req, agent) : []
      if (gone.aborted && offers.length > 0) {
        await scopedToAgent(dependencies, req, (context) =>
          withdrawUnsentOffers({ ...context, kinds: jobKinds }, ...readClaim(req, agent)),
        )
        return []
      }
      if (offers.length > 0) return offers
    }
    return []
  } finally {
    waiting.stop()
  }
}

function mayFindWork(dependencies: Dependencies, req: Req<'agentClaim'>, agent: AgentCaller): Promise<boolean> {
  const context = { tenantId: agent.tenantId, now: dependencies.now() }
  return recordPoll(statementsOfAgent(dependencies, req), context, ...readClaim(req, agent))
}

async function rejectRevoked({ trx }: TenantContext, { agentId }: AgentCaller): Promise<void> {
  const agent = await Agent.query(trx).findById(agentId).select('revokedAt')
  if (!agent || agent.revokedAt) throw revoked()
}

function readClaim(req: Req<'agentClaim'>, agent: AgentCaller): [Claimant, Claim] {
  const { id: sessionId, platforms, transports, slots, documentFormat, dryRunFormat } = sessionOfAgent(agent)
  const { agentId, labMode, number } = agent
  const { claim_id: claimId, free_slots: freeSlots, restore_slots: restoreSlots = 0 } = req.body
  return [
    { agentId, sessionId, labMode, platforms, transports, slots, documentFormat, dryRunFormat },
    { claimId, number, freeSlots, restoreSlots },
  ]
}

async function offerWork(dependencies: Dependencies, req: Req<'agentClaim'>, agent: AgentCaller): Promise<Offer[]> {
  const { envelopeKey } = sessionOfAgent(agent)
  const { agentId, tenantId } = agent
  const [claimant, claim] = readClaim(req, agent)
  const intervals = agentIntervals(dependencies)
  const facts = await scopedToAgent(dependencies, req, async (context) => {
    const jobs = await claimJobs(context, claimant, claim, intervals)
    if (jobs.length === 0) return null
    const facts = await readOfferFacts(context, jobs)
    await recordHandedSecrets(context, agentId, facts)
    return facts
  })
  if (!facts) return []
  const { posture, restore } = await readOfferPolicies(platformStatements(dependencies))
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
