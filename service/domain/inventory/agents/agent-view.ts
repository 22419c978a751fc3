import { Agent } from '../../../store/models/agent.ts'
import { AgentSession } from '../../../store/models/agent-session.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { type AgentStatus, agentStatusSql, onlineMs } from './agent-status.ts'

/** An agent with its current session and activity. */
export interface AgentView {
  agent: Agent
  status: AgentStatus
  runningJobs: number
  /** Session of the running process; null if no process runs. */
  session: AgentSession | null
}

/** @throws DomainError not_found */
export async function getAgent(context: ActionContext, id: string): Promise<AgentView> {
  const agent = await Agent.query(context.trx).findById(id)
  if (!agent) throw notFound()
  return viewAgent(context, agent)
}

/** @throws DomainError not_found if the agent is outside the context's scope */
export async function viewAgent(context: ActionContext, agent: Agent): Promise<AgentView> {
  const [view] = await viewAgents(context, [agent])
  if (!view) throw notFound()
  return view
}

/** Returns the views of agents, in their order. */
export async function viewAgents(context: ActionContext, agents: Agent[]): Promise<AgentView[]> {
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
    session: (isOnline(agent, context.now) && running.get(agent.id)) || null,
  }))
}

/** Checks the time too: a process that crashes does not end its session, the next one does. */
function isOnline({ lastSeenAt }: Agent, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < onlineMs
}
