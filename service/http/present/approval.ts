import type { components } from '../../../shared/contract/api-types.ts'
import { approvalState } from '../../domain/approvals/approval-state.ts'
import type { Approval } from '../../store/models/approval.ts'

type Schemas = components['schemas']

export function presentApproval(approval: Approval, now: Date): Schemas['Approval'] {
  return {
    id: approval.id,
    tenant_id: approval.tenantId,
    action: approval.action,
    permission: approval.permission,
    request: {
      method: approval.method as Schemas['Approval']['request']['method'],
      path: approval.path,
      body: approval.body as Schemas['Approval']['request']['body'],
    },
    reason: approval.reason,
    requested_by_id: approval.requestedBy,
    requested_by: approval.requestedByName,
    requested_at: approval.requestedAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    state: approvalState(approval, now),
    decided_by: approval.decidedByName,
    decided_at: approval.decidedAt?.toISOString() ?? null,
    note: approval.note,
    used_at: approval.usedAt?.toISOString() ?? null,
  }
}
