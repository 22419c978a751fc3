import { Router } from 'express'
import { outdatedReason } from '../../../../shared/agent-protocol/protocols.ts'
import { sealSnmpUsers } from '../../../../shared/agent-protocol/snmp-users.ts'
import { render } from '../../../../shared/messages/render.ts'
import { checkChallenge } from '../../../domain/inventory/agents/challenge.ts'
import { openSession } from '../../../domain/inventory/agents/open-session.ts'
import { readWatchList } from '../../../domain/jobs/change-requests/read-watch-list.ts'
import { recordChangeReport } from '../../../domain/jobs/change-requests/record-change-report.ts'
import { type Heartbeat, heartbeat, recordHeartbeat } from '../../../domain/jobs/heartbeat.ts'
import { releaseAgentLeases } from '../../../domain/jobs/kinds/queue-ports.ts'
import { jobKinds } from '../../../domain/jobs/kinds/registry.ts'
import { DomainError, invalidField } from '../../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { raiseAgentAlert } from '../../agent-alert.ts'
import { agentOf, scopedToAgent, sessionOfAgent, statementsOfAgent } from '../../agent-exchange.ts'
import type { Req, Res } from '../../operation.ts'
import { agentIntervals } from './agent-request.ts'
import { maxBatch } from './answer-batch.ts'

/** The endpoints that open an agent's session and renew its leases. Their responses are signed (agent-exchange.ts). */
export function agentSessionRoutes(dependencies: Dependencies): Router {
  const routes = Router()

  routes.post('/api/agent/sessions', async (req: Req<'agentSession'>, res: Res<'agentSession'>) => {
    const { session, agent } = await openAgentSession(dependencies, req)
    await dependencies.failpoint?.('after_session')
    const outdated = outdatedReason(req.body.protocol, dependencies.protocols)
    res.json({
      session_id: session.id,
      sequence: session.sequence,
      server_time: dependencies.now().toISOString(),
      lab_mode: agent.labMode,
      ...(outdated && { outdated: render(outdated, 'en') }),
      intervals: agentIntervals(dependencies),
      max_batch: maxBatch,
      pack_md5: dependencies.store.takesUploads,
    })
  })

  routes.post('/api/agent/heartbeats', async (req: Req<'agentHeartbeat'>, res: Res<'agentHeartbeat'>) => {
    const { leases, dropped, altered } = req.body
    const { agentId, tenantId, number } = agentOf(req)
    const { id: sessionId, noJobsReason } = sessionOfAgent(agentOf(req))
    if (leases.length > 0) await dependencies.failpoint?.('before_heartbeat')
    const received = { agentId, sessionId, number, leases, dropped }
    const states = await renew(dependencies, req, received)
    if (altered)
      await raiseAgentAlert(dependencies, req, {
        agentId,
        tenantId,
        action: 'agent.exchange',
        reason: 'agent_answer_altered',
        detail: { altered },
      })
    await dependencies.failpoint?.('after_heartbeat')
    const listenersSince = agentOf(req).listenersSince?.toISOString() ?? null
    res.json({ leases: states, drain: noJobsReason !== null, listeners_since: listenersSince })
  })

  routes.post('/api/agent/watch-list', async (req: Req<'agentWatchList'>, res: Res<'agentWatchList'>) => {
    const { agentId, tenantId } = agentOf(req)
    const { id: sessionId, envelopeKey } = sessionOfAgent(agentOf(req))
    const { list, snmpUsers } = await scopedToAgent(dependencies, req, (context) =>
      readWatchList(context, agentId, req.body.tag),
    )
    if (!snmpUsers) return void res.json(list)
    const sealed = await sealSnmpUsers(envelopeKey, { tenantId, agentId, sessionId }, snmpUsers)
    res.json({ ...list, snmp_users: sealed.toString('base64') })
  })

  routes.post('/api/agent/change-reports', async (req: Req<'agentChangeReport'>, res) => {
    const { agentId } = agentOf(req)
    sessionOfAgent(agentOf(req))
    await scopedToAgent(dependencies, req, (context) => recordChangeReport(context, agentId, req.body))
    res.status(204).send()
  })
  return routes
}

async function renew(dependencies: Dependencies, req: Req<'agentHeartbeat'>, received: Heartbeat) {
  if (received.leases.length > 0 || received.dropped.length > 0) {
    return scopedToAgent(dependencies, req, (context) =>
      heartbeat({ ...context, kinds: jobKinds }, received, agentIntervals(dependencies)),
    )
  }
  const { tenantId } = agentOf(req)
  await recordHeartbeat(statementsOfAgent(dependencies, req), { tenantId, now: dependencies.now() }, received)
  return []
}

async function openAgentSession(dependencies: Dependencies, req: Req<'agentSession'>) {
  const { agent_id, boot_id: bootId, envelope_key, challenge, ...described } = req.body
  const { sequence, protocol, version, hostname, platforms, transports, slots } = described
  const { document_format: documentFormat = 0, dry_run_format: dryRunFormat = 0 } = described
  const { agentId } = agentOf(req)
  if (agent_id !== agentId) throw invalidField('agent_id', 'not_signing_agent')
  const challengedAt = checkChallenge(dependencies.serviceKeys, challenge, dependencies.now())
  const envelopeKey = Buffer.from(envelope_key, 'base64')
  const identity = { bootId, envelopeKey, challengedAt }
  const facts = { sequence, protocol, version, hostname, platforms, transports, slots, documentFormat, dryRunFormat }
  const opened = await scopedToAgent(dependencies, req, (context) =>
    openSession(context, agentId, { ...identity, ...facts }, releaseAgentLeases),
  )
  if (!(opened instanceof DomainError)) return opened
  req.log.warn({ agentId, hostname, sequence }, `alarm: an agent is ${opened.fields.code}`)
  throw opened
}
