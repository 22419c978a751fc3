import { Approval } from '../../store/models/approval.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { ActionContext } from '../kernel/context.ts'
import { DomainError, approvalRequired } from '../kernel/domain-error.ts'
import { recordEvents } from '../outbox/events/record-events.ts'
import type { ApprovalAction } from '../../../shared/permissions/approval-actions.ts'

/**
 * Requires, if the settings name `action`, that another person approved this request, and marks the approval as used in
 * the transaction of the action: a failed action leaves it usable. The service itself needs no approval.
 * @throws DomainError approval_needs_person for a service account, approval_required without an approval, approval_not_valid if it is for another request or person,
 *   not approved, expired or used
 */
export async function requireApproval(context: ActionContext, action: ApprovalAction): Promise<void> {
  const { actor, trx, now, presentedApproval: presented } = context
  if (actor.kind !== 'user') return
  const { rows } = await trx.raw<{ rows: { needed: boolean }[] }>('select needs_approval(?) as needed', [action])
  if (!rows[0]?.needed) return
  if (actor.isServiceAccount) throw new DomainError('approval_needs_person', { action })
  if (!presented?.id) throw approvalRequired(action)
  const approval = await Approval.query(trx).findById(presented.id).forUpdate()
  const isUsable =
    approval?.decision === 'approved' &&
    approval.usedAt === null &&
    approval.expiresAt > now &&
    approval.action === action &&
    approval.requestedBy === actor.id &&
    approval.fingerprint.equals(presented.fingerprint())
  if (!isUsable) throw new DomainError('approval_not_valid')
  await Approval.query(trx).findById(approval.id).patch({ usedAt: now })
  const { id, tenantId, decidedByName } = approval
  const detail = { action, approved_by: decidedByName }
  await recordAudit(context, 'approval.use', { kind: 'approval', id, tenantId, detail })
  const data = { approval_id: id, action, requested_by: approval.requestedByName, approved_by: decidedByName ?? '' }
  await recordEvents(context, [{ type: 'approval.used', tenantId, data }])
}
