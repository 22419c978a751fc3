import { Agent } from '../../../store/models/agent.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { likePattern } from '../../kernel/like-pattern.ts'
import { type AgentStatus, agentStatusSql } from './agent-status.ts'
import { type AgentView, viewAgents } from './agent-view.ts'

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
  return viewAgents(context, await query)
}
