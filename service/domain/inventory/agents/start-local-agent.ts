import { randomUUIDv7 } from 'node:crypto'
import { AgentSession } from '../../../store/models/agent-session.ts'
import { Agent } from '../../../store/models/agent.ts'
import type { Notifier } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { destroyedKeys, getTenant } from '../tenants/list-tenants.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { rejectTakenAgent } from './create-agent.ts'
import { type LocalAgentOptions, countLocalAgents, findLocalAgent } from './find-local-agent.ts'

/**
 * Adds an agent of a tenant that this server runs. Without effect if the tenant has one, unless that one belongs to
 * another server and is not online: then this server runs it, and it enrols again with another key. An agent that was
 * added or moved less than a minute ago may still connect from there. The context is that of the platform.
 * @throws DomainError not_found, keys_destroyed, local_agents_off, local_agents_limit
 */
export async function startLocalAgent(
  context: ActionContext,
  tenantId: string,
  { serverId, limit, signals }: LocalAgentOptions & { signals: Notifier },
): Promise<AgentView> {
  await context.trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer local agents', 0))`)
  await getTenant(context, tenantId)
  const found = await findLocalAgent(context, tenantId)
  const view = found && (await viewAgent(context, found))
  if (view && (view.agent.localServerId === serverId || isAtWork(view, context.now))) return view
  if (serverId === null) throw new DomainError('local_agents_off')
  if ((await destroyedKeys(context, [tenantId])).has(tenantId)) throw new DomainError('keys_destroyed')
  if (!found && (await countLocalAgents(context)) >= limit) throw new DomainError('local_agents_limit', { limit })
  const agent = found ? await moveAgent(context, found, serverId) : await addAgent(context, tenantId, serverId)
  await signals.notify(context.trx, 'agents', agent.id)
  return viewAgent(context, agent)
}

/** Longer than an agent needs to enrol. */
const connectingMs = 60_000

function isAtWork({ agent, status }: AgentView, now: Date): boolean {
  if (status === 'pending') return now.getTime() - agent.updatedAt.getTime() < connectingMs
  return status === 'online'
}

/** The former key is no longer accepted, so that a server that returns does not use it beside the new one. */
async function moveAgent(context: ActionContext, agent: Agent, localServerId: string): Promise<Agent> {
  await recordAudit(context, 'agent.update', {
    kind: 'agent',
    id: agent.id,
    tenantId: agent.tenantId,
    detail: { local_server_id: localServerId },
  })
  await AgentSession.query(context.trx)
    .where({ tenantId: agent.tenantId, agentId: agent.id })
    .whereNull('endedAt')
    .patch({ endedAt: context.now })
  const change = { localServerId, publicKey: null, clonedAt: null, rewoundAt: null, updatedAt: context.now }
  return agent.$query(context.trx).patchAndFetch(change)
}

async function addAgent(context: ActionContext, tenantId: string, localServerId: string): Promise<Agent> {
  const slug = await findFreeSlug(context, tenantId)
  const agent = await rejectTakenAgent(
    Agent.query(context.trx)
      .insert({
        id: randomUUIDv7(),
        tenantId,
        slug,
        name: slug,
        localServerId,
        createdAt: context.now,
        updatedAt: context.now,
      })
      .returning('*')
      .execute(),
  )
  const detail = { slug, local_server_id: localServerId }
  await recordAudit(context, 'agent.create', { kind: 'agent', id: agent.id, tenantId, detail })
  return agent
}

/** Returns `local`, or the first of `local-2`, `local-3` and so on that no agent of the tenant has as slug or name. */
async function findFreeSlug({ trx }: ActionContext, tenantId: string): Promise<string> {
  const rows = await Agent.query(trx).where({ tenantId }).select('slug', 'name')
  const taken = new Set(rows.flatMap(({ slug, name }) => [slug, name]))
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? 'local' : `local-${number}`
    if (!taken.has(slug)) return slug
  }
}
