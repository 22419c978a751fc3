import { Agent } from '../../../store/models/agent.ts'
import { destroyedKeys, getTenant } from '../tenants/list-tenants.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'

/** Which server answers, and how many local agents the installation may have. */
export interface LocalAgentOptions {
  /** Null if this server runs no local agents. */
  serverId: string | null
  limit: number
}

/** Returns the agent that a server of the installation runs for a tenant. */
export async function findLocalAgent({ trx }: ActionContext, tenantId: string): Promise<Agent | undefined> {
  return Agent.query(trx).findOne({ tenantId }).whereNotNull('localServerId').whereNull('revokedAt')
}

/** Returns the number of local agents of all tenants; the transaction is that of the platform. */
export async function countLocalAgents({ trx }: Pick<ActionContext, 'trx'>): Promise<number> {
  return Agent.query(trx).whereNotNull('localServerId').whereNull('revokedAt').resultSize()
}

/**
 * Returns the local agent of a tenant, and whether the tenant can have one: its keys were not destroyed.
 * @throws DomainError not_found
 */
export async function readLocalAgent(
  context: ActionContext,
  tenantId: string,
): Promise<{ view: AgentView | null; hasKeys: boolean }> {
  await getTenant(context, tenantId)
  const agent = await findLocalAgent(context, tenantId)
  const hasKeys = !(await destroyedKeys(context, [tenantId])).has(tenantId)
  return { view: agent ? await viewAgent(context, agent) : null, hasKeys }
}
