import { Agent } from '../../../store/models/agent.ts'
import type { Notifier } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { type AgentView, viewAgent } from './agent-view.ts'

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
  await recordAudit(context, 'agent.clear', { kind: 'agent', id: agent.id, tenantId: agent.tenantId, detail: { was } })
  return viewAgent(context, agent)
}
