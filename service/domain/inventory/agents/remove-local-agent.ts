import type { ActionContext } from '../../kernel/context.ts'
import { getTenant } from '../tenants/list-tenants.ts'
import { deleteAgent } from './delete-agent.ts'
import { findLocalAgent } from './find-local-agent.ts'
import { type RevokeAgentDependencies, endTrust } from './revoke-agent.ts'

/**
 * Revokes and deletes the local agent of a tenant; its server then ends the process and removes its folder. Without a
 * local agent, nothing happens. The context is that of the platform.
 * @throws DomainError not_found, agent_needed
 */
export async function removeLocalAgent(
  context: ActionContext,
  tenantId: string,
  dependencies: RevokeAgentDependencies,
): Promise<void> {
  await getTenant(context, tenantId)
  const agent = await findLocalAgent(context, tenantId)
  if (!agent) return
  const asTenant = { ...context, tenantId }
  await endTrust(asTenant, agent, dependencies)
  await deleteAgent(asTenant, agent.id)
}
