import { type Request, Router } from 'express'
import { type AgentView, getAgent } from '../../domain/inventory/agents/agent-view.ts'
import { clearAgent } from '../../domain/inventory/agents/clear-agent.ts'
import { createAgent } from '../../domain/inventory/agents/create-agent.ts'
import { deleteAgent } from '../../domain/inventory/agents/delete-agent.ts'
import { type AgentOrder, type AgentPosition, listAgents } from '../../domain/inventory/agents/list-agents.ts'
import { revokeAgent } from '../../domain/inventory/agents/revoke-agent.ts'
import { updateAgent } from '../../domain/inventory/agents/update-agent.ts'
import { listHandedSecrets } from '../../domain/inventory/agents/handed-secrets.ts'
import { createEnrollmentToken } from '../../domain/inventory/agents/create-enrollment-token.ts'
import type { Dependencies } from '../../dependencies.ts'
import { requireMatch, tagOf } from '../entity-tags.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, parseText, uuidOf } from '../pagination.ts'
import { localeOf } from '../locale.ts'
import { presentAgent } from '../present/agent.ts'
import { presentHandedSecret } from '../present/handed-secret.ts'
import { scoped, scopedToTenant } from '../scoped.ts'
import { releaseAgentLeases } from '../../domain/jobs/kinds/queue-ports.ts'

export function agentRoutes(dependencies: Dependencies): Router {
  const { signals, serviceKeys } = dependencies
  const present = (req: Pick<Request, 'acceptsLanguages'>, view: AgentView) =>
    presentAgent(view, localeOf(req), dependencies.protocols)
  const routes = Router()
  routes.get('/api/agents', async (req: Req<'listAgents'>, res: Res<'listAgents'>) => {
    const { limit = 100, cursor, q, name, slug, status, sort = 'name' } = req.query
    const order = orderOf(sort)
    const wanted = { limit: limit + 1, after: positionIn(order, decodeCursor(cursor, 2)) }
    const rows = await scoped(dependencies, req, (context) =>
      listAgents(context, { q, name, slug, status }, order, wanted),
    )
    const { page, link } = paginate(req, rows, limit, ({ agent }) => [valueIn(order, agent), agent.id])
    if (link) res.set('Link', link)
    res.json(page.map((view) => present(req, view)))
  })
  routes.post('/api/agents', async (req: Req<'createAgent'>, res: Res<'createAgent'>) => {
    const { slug, name, lab_mode: labMode } = req.body
    const agent = await scopedToTenant(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        present(req, await createAgent(context, { slug, name, labMode })),
      ),
    )
    res.status(201).json(agent)
  })
  routes.get('/api/agents/:agent_id', async (req: Req<'getAgent'>, res: Res<'getAgent'>) => {
    const view = await scoped(dependencies, req, (context) => getAgent(context, req.params.agent_id))
    res.set('ETag', tagOf(settingsOf(view))).json(present(req, view))
  })
  routes.patch('/api/agents/:agent_id', async (req: Req<'updateAgent'>, res: Res<'updateAgent'>) => {
    const { name, lab_mode: labMode, listeners, snmp_users: snmpUsers } = req.body
    const change = omitUndefined({ name, labMode, listeners, snmpUsers })
    const { agent_id: id } = req.params
    const view = await scopedToTenant(dependencies, req, async (context) => {
      await requireMatch(req, context, { table: 'agents', id }, async () => settingsOf(await getAgent(context, id)))
      return updateAgent(context, id, change)
    })
    res.set('ETag', tagOf(settingsOf(view))).json(present(req, view))
  })
  routes.delete('/api/agents/:agent_id', async (req: Req<'deleteAgent'>, res) => {
    await scopedToTenant(dependencies, req, (context) => deleteAgent(context, req.params.agent_id))
    res.status(204).end()
  })
  routes.post(
    '/api/agents/:agent_id/enrollment-token',
    async (req: Req<'createEnrollmentToken'>, res: Res<'createEnrollmentToken'>) => {
      const ttlMinutes = req.body?.ttl_minutes ?? 60
      const { token, expiresAt } = await scopedToTenant(dependencies, req, (context) =>
        createEnrollmentToken(context, req.params.agent_id, { ttlMinutes, serviceKeys }),
      )
      res.status(201).json({ token, expires_at: expiresAt.toISOString() })
    },
  )
  routes.post('/api/agents/:agent_id/revoke', async (req: Req<'revokeAgent'>, res: Res<'revokeAgent'>) => {
    const agent = await scopedToTenant(dependencies, req, (context) =>
      revokeAgent(context, req.params.agent_id, { signals, releaseLeases: releaseAgentLeases }),
    )
    res.json(present(req, agent))
  })
  routes.post('/api/agents/:agent_id/clear', async (req: Req<'clearAgent'>, res: Res<'clearAgent'>) => {
    const agent = await scopedToTenant(dependencies, req, (context) =>
      clearAgent(context, req.params.agent_id, signals),
    )
    res.json(present(req, agent))
  })
  routes.get('/api/agents/:agent_id/secrets', async (req: Req<'listHandedSecrets'>, res: Res<'listHandedSecrets'>) => {
    const { limit = 100, cursor, since } = req.query
    const position = decodeCursor(cursor, 3)
    const after = position && {
      name: parseText(position[0]),
      credentialId: uuidOf(position[1]),
      deviceId: uuidOf(position[2]),
    }
    const rows = await scoped(dependencies, req, (context) =>
      listHandedSecrets(context, req.params.agent_id, since ? new Date(since) : null, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, (row) => [row.credentialName, row.credentialId, row.deviceId])
    if (link) res.set('Link', link)
    res.json(page.map(presentHandedSecret))
  })
  return routes
}

/** What a change of an agent replaces. Its state changes with each heartbeat. */
function settingsOf({ agent: { name, labMode, listeners, snmpUsers, snmpPasswords } }: AgentView): object {
  return { name, labMode, listeners, snmpUsers, snmpPasswords }
}

type Sort = NonNullable<NonNullable<Req<'listAgents'>['query']>['sort']>

function orderOf(sort: Sort): AgentOrder {
  const by = sort === 'name' || sort === '-name' ? 'name' : 'last_seen_at'
  return { by, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

function valueIn({ by }: AgentOrder, agent: { name: string; lastSeenAt: Date | null }): string | null {
  return by === 'name' ? agent.name : (agent.lastSeenAt?.toISOString() ?? null)
}

/** @throws DomainError validation_failed for a cursor of another order */
function positionIn({ by }: AgentOrder, parts: (string | number | null)[] | null): AgentPosition | null {
  if (!parts) return null
  const [value, id] = [parts[0] ?? null, uuidOf(parts[1])]
  if (by === 'name') return { value: parseText(value), id }
  return { value: value === null ? null : instantOf(value), id }
}
