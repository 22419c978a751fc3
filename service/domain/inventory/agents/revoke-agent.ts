import { Agent } from '../../../store/models/agent.ts'
import { AgentSession } from '../../../store/models/agent-session.ts'
import type { Notifier } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { agentRevocation, recordRevocations } from '../revocations/record-revocations.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import type { ReleaseLeases } from './release-leases.ts'

export interface RevokeAgentDependencies {
  signals: Notifier
  releaseLeases: ReleaseLeases
}

/**
 * Revokes an agent at once on every replica: its requests are rejected, its session ends, its leases expire. Revoking a
 * revoked agent changes nothing.
 * @throws DomainError not_found
 */
export async function revokeAgent(
  context: TenantContext,
  id: string,
  dependencies: RevokeAgentDependencies,
): Promise<AgentView> {
  const agent = await Agent.query(context.trx).findById(id).forUpdate()
  if (!agent) throw notFound()
  if (!agent.revokedAt) await endTrust(context, agent, dependencies)
  await recordAudit(context, 'agent.revoke', { kind: 'agent', id: agent.id, tenantId: agent.tenantId })
  return viewAgent(context, agent)
}

/** Revokes an agent without an audit record, for an action that writes its own. */
export async function endTrust(
  context: TenantContext,
  agent: Agent,
  { signals, releaseLeases }: RevokeAgentDependencies,
): Promise<void> {
  const { id, tenantId } = agent
  await agent.$query(context.trx).patch({ revokedAt: context.now, updatedAt: context.now })
  await AgentSession.query(context.trx).where({ agentId: id }).whereNull('endedAt').patch({ endedAt: context.now })
  await releaseLeases(context, tenantId, id, 'unreachable')
  await recordRevocations(context, [agentRevocation(agent)])
  await recordEvents(context, [{ type: 'agent.revoked', tenantId, agent, data: { by: context.actor.name } }])
  await signals.notify(context.trx, 'agents', id)
}
