import { randomUUIDv7 } from 'node:crypto'
import { Agent } from '../../../store/models/agent.ts'
import { AgentSession } from '../../../store/models/agent-session.ts'
import { Device } from '../../../store/models/device.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { likePattern } from '../../kernel/like-pattern.ts'
import { agentRevocation, recordRevocations } from '../revocations/record-revocations.ts'
import type { Notifier } from '../../../store/pg-notify.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { type AgentStatus, agentStatusSql, onlineMs } from './agent-status.ts'
import type { ReleaseLeases } from './release-leases.ts'

export interface NewAgent {
  slug: string
  name: string
  labMode?: boolean
}

export interface AgentChange {
  name?: string
  labMode?: boolean
}

/** An agent with its current session and activity. */
export interface AgentView {
  agent: Agent
  status: AgentStatus
  runningJobs: number
  /** Session of the running process; null if no process runs. */
  session: AgentSession | null
}

/** Agents that were never seen sort before all others. */
export interface AgentOrder {
  by: 'name' | 'last_seen_at'
  direction: 'asc' | 'desc'
}

/** Position after the last row of the previous page: the value of the sort column, and the id. */
export interface AgentPosition {
  value: string | Date | null
  id: string
}

/**
 * Returns agents in scope; `q` is a part of slug, name or host name. Installations have thousands of agents at most:
 * sorting them by `seen` costs less than an index that every heartbeat would update.
 */
export async function listAgents(
  context: ActionContext,
  filter: { q?: string; name?: string; slug?: string; status?: AgentStatus },
  { by, direction }: AgentOrder,
  page: { limit: number; after: AgentPosition | null },
): Promise<AgentView[]> {
  const status = agentStatusSql(context.now)
  const column = by === 'name' ? 'name' : `coalesce(last_seen_at, '-infinity')`
  const query = Agent.query(context.trx).select('agents.*').limit(page.limit)
  query.orderByRaw(`${column} ${direction}, id ${direction}`)
  if (page.after) {
    const { value, id } = page.after
    query.whereRaw(`(${column}, id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [value ?? '-infinity', id])
  }
  if (filter.q) query.whereRaw(`lower(concat_ws(' ', slug, name, hostname)) like ?`, [likePattern(filter.q)])
  if (filter.name !== undefined) query.where('name', filter.name)
  if (filter.slug !== undefined) query.where('slug', filter.slug)
  if (filter.status) query.whereRaw(`${status.sql} = ?`, [...status.bindings, filter.status])
  return withFacts(context, await query)
}

export async function getAgent(context: ActionContext, id: string): Promise<AgentView> {
  const agent = await Agent.query(context.trx).findById(id)
  if (!agent) throw notFound()
  return viewOf(context, agent)
}

/** @throws DomainError slug_taken, name_taken */
export async function createAgent(context: TenantContext, wanted: NewAgent): Promise<AgentView> {
  const agent = await unlessTaken(
    Agent.query(context.trx)
      .insert({
        id: randomUUIDv7(),
        tenantId: context.tenantId,
        slug: wanted.slug,
        name: wanted.name,
        labMode: wanted.labMode ?? false,
        createdAt: context.now,
        updatedAt: context.now,
      })
      .returning('*')
      .execute(),
  )
  if (agent.labMode) await reportLabMode(context, agent)
  await audited(context, 'agent.create', agent, { slug: agent.slug, lab_mode: agent.labMode })
  return viewOf(context, agent)
}

export async function updateAgent(context: TenantContext, id: string, change: AgentChange): Promise<AgentView> {
  const before = change.labMode === undefined ? undefined : await Agent.query(context.trx).findById(id).forUpdate()
  const agent = await unlessTaken(
    Agent.query(context.trx)
      .patchAndFetchById(id, { ...change, updatedAt: context.now })
      .execute(),
  )
  if (!agent) throw notFound()
  if (before && before.labMode !== agent.labMode) await reportLabMode(context, agent)
  await audited(context, 'agent.update', agent, { changed: fieldNames(change) })
  return viewOf(context, agent)
}

/**
 * Revokes an agent at once on every replica: its requests are rejected, its session ends, its leases expire. Revoking a
 * revoked agent changes nothing.
 * @throws DomainError not_found
 */
export async function revokeAgent(
  context: TenantContext,
  id: string,
  { signals, releaseLeases }: { signals: Notifier; releaseLeases: ReleaseLeases },
): Promise<AgentView> {
  const agent = await Agent.query(context.trx).findById(id).forUpdate()
  if (!agent) throw notFound()
  if (!agent.revokedAt) {
    await agent.$query(context.trx).patch({ revokedAt: context.now, updatedAt: context.now })
    await AgentSession.query(context.trx).where({ agentId: id }).whereNull('endedAt').patch({ endedAt: context.now })
    await releaseLeases(context, agent.tenantId, id, 'unreachable')
    await recordRevocations(context, [agentRevocation(agent)])
    const { tenantId } = agent
    await recordEvents(context, [{ type: 'agent.revoked', tenantId, agent, data: { by: context.actor.name } }])
    await signals.notify(context.trx, 'agents', id)
  }
  await audited(context, 'agent.revoke', agent)
  return viewOf(context, agent)
}

/**
 * Deletes a revoked agent. Rejects the only agent of a device: a device without agents may be collected by any agent of
 * the tenant, which would receive its credentials.
 * @throws DomainError not_found, agent_not_revoked, agent_needed
 */
export async function deleteAgent(context: TenantContext, id: string): Promise<void> {
  const agent = await Agent.query(context.trx).findById(id).forUpdate()
  if (!agent) throw notFound()
  if (!agent.revokedAt) throw new DomainError('agent_not_revoked')
  const left = await devicesOfOnly(context, agent)
  if (left.length > 0) {
    const complete = left.length > maxNamed ? 'no' : 'yes'
    throw new DomainError('agent_needed', { devices: left.slice(0, maxNamed), complete })
  }
  await Agent.query(context.trx).deleteById(id)
  await audited(context, 'agent.delete', agent, { slug: agent.slug })
}

/** Maximum number of device names in an error. */
const maxNamed = 10

/**
 * Returns the names of devices that no other agent may collect, at most `maxNamed`. Purged devices are not included:
 * they are never collected again.
 */
async function devicesOfOnly({ trx }: ActionContext, { tenantId, id }: Agent): Promise<string[]> {
  const devices = await Device.query(trx)
    .where({ tenantId })
    .whereNull('purgedAt')
    .whereRaw('id in (select device_id from device_agents where tenant_id = ? and agent_id = ?)', [tenantId, id])
    .whereRaw(
      `not exists (select from device_agents other
         where other.tenant_id = devices.tenant_id and other.device_id = devices.id and other.agent_id <> ?)`,
      [id],
    )
    .orderBy('name')
    .limit(maxNamed + 1)
    .select('name')
  return devices.map(({ name }) => name)
}

/**
 * Lets an agent that was reported as cloned or rewound work again.
 * @throws DomainError not_found, nothing_to_clear
 */
export async function clearAgent(context: TenantContext, id: string, signals: Notifier): Promise<AgentView> {
  const agent = await Agent.query(context.trx).findById(id).forUpdate()
  if (!agent) throw notFound()
  if (!agent.clonedAt && !agent.rewoundAt) throw new DomainError('nothing_to_clear')
  const was = agent.clonedAt ? 'cloned' : 'rewound'
  await agent.$query(context.trx).patch({ clonedAt: null, rewoundAt: null, updatedAt: context.now })
  await signals.notify(context.trx, 'agents', id)
  await audited(context, 'agent.clear', agent, { was })
  return viewOf(context, agent)
}

/** Emits an event: in lab mode, an agent accepts devices whose fingerprint no user has compared. */
function reportLabMode(context: TenantContext, agent: Agent): Promise<void> {
  const { tenantId, labMode } = agent
  const severity = labMode ? undefined : 'info'
  return recordEvents(context, [{ type: 'agent.lab_mode', tenantId, agent, data: { lab_mode: labMode }, severity }])
}

async function viewOf(context: ActionContext, agent: Agent): Promise<AgentView> {
  const [view] = await withFacts(context, [agent])
  if (!view) throw notFound()
  return view
}

async function withFacts(context: ActionContext, agents: Agent[]): Promise<AgentView[]> {
  const ids = agents.map(({ id }) => id)
  const status = agentStatusSql(context.now)
  const rows: { id: string; status: AgentStatus; running: number }[] = await context
    .trx('agents')
    .whereIn('id', ids)
    .select('id')
    .select(context.trx.raw(`${status.sql} as status`, status.bindings))
    .select(
      context.trx
        .raw(`(select count(*)::int from jobs where jobs.tenant_id = agents.tenant_id and jobs.agent_id = agents.id
        and jobs.status = 'running') as running`),
    )
  const facts = new Map(rows.map((row) => [row.id, row]))
  const sessions = await AgentSession.query(context.trx)
    .whereIn('agentId', ids)
    .whereNull('endedAt')
    .orderBy('sequence')
  const running = new Map(sessions.map((session) => [session.agentId, session]))
  return agents.map((agent) => ({
    agent,
    status: facts.get(agent.id)?.status ?? 'pending',
    runningJobs: facts.get(agent.id)?.running ?? 0,
    session: (isHeard(agent, context.now) && running.get(agent.id)) || null,
  }))
}

/** Checks the time too: a process that crashes does not end its session, the next one does. */
function isHeard({ lastSeenAt }: Agent, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < onlineMs
}

function audited(context: ActionContext, action: string, agent: Agent, detail?: Record<string, unknown>) {
  return recordAudit(context, action, { kind: 'agent', id: agent.id, tenantId: agent.tenantId, detail })
}

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const violated = violatedConstraint(error)
    if (violated?.kind !== 'unique') throw error
    throw new DomainError(violated.name.includes('slug') ? 'slug_taken' : 'name_taken', { resource: 'agent' })
  }
}
