import { randomUUIDv7 } from 'node:crypto'
import { Agent } from '../../../store/models/agent.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { reportLabMode } from './agent-events.ts'
import { type AgentView, viewAgent } from './agent-view.ts'

export interface NewAgent {
  slug: string
  name: string
  labMode?: boolean
}

/** @throws DomainError slug_taken, name_taken */
export async function createAgent(context: TenantContext, input: NewAgent): Promise<AgentView> {
  const agent = await rejectTakenAgent(
    Agent.query(context.trx)
      .insert({
        id: randomUUIDv7(),
        tenantId: context.tenantId,
        slug: input.slug,
        name: input.name,
        labMode: input.labMode ?? false,
        createdAt: context.now,
        updatedAt: context.now,
      })
      .returning('*')
      .execute(),
  )
  if (agent.labMode) await reportLabMode(context, agent)
  await recordAudit(context, 'agent.create', {
    kind: 'agent',
    id: agent.id,
    tenantId: agent.tenantId,
    detail: { slug: agent.slug, lab_mode: agent.labMode },
  })
  return viewAgent(context, agent)
}

/** @throws DomainError slug_taken, name_taken */
export function rejectTakenAgent<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(
    writing,
    (constraint) => new DomainError(constraint.includes('slug') ? 'slug_taken' : 'name_taken', { resource: 'agent' }),
  )
}
