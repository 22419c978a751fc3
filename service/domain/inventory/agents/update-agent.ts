import { Agent } from '../../../store/models/agent.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { reportLabMode } from './agent-events.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { rejectTakenAgent } from './create-agent.ts'

export interface AgentChange {
  name?: string
  labMode?: boolean
}

/** @throws DomainError not_found, slug_taken, name_taken */
export async function updateAgent(context: TenantContext, id: string, change: AgentChange): Promise<AgentView> {
  const before = change.labMode === undefined ? undefined : await Agent.query(context.trx).findById(id).forUpdate()
  const agent = await rejectTakenAgent(
    Agent.query(context.trx)
      .patchAndFetchById(id, { ...change, updatedAt: context.now })
      .execute(),
  )
  if (!agent) throw notFound()
  if (before && before.labMode !== agent.labMode) await reportLabMode(context, agent)
  await recordAudit(context, 'agent.update', {
    kind: 'agent',
    id: agent.id,
    tenantId: agent.tenantId,
    detail: { changed: fieldNames(change) },
  })
  return viewAgent(context, agent)
}
