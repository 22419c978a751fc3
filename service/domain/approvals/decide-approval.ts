import { Approval } from '../../store/models/approval.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { ActionContext } from '../kernel/context.ts'
import { DomainError, permissionMissing } from '../kernel/domain-error.ts'
import { holds } from '../kernel/holds.ts'
import { recordEvents } from '../outbox/events/record-events.ts'
import { approvalState } from './approval-state.ts'
import { getApproval } from './list-approvals.ts'

/** Hours in which an approved request can be repeated. */
const approvedHours = 24

/** Days in which accounts that may belong to one person cannot approve each other's requests. */
const dependentDays = 7

/**
 * Approves or rejects a pending request of another person. `note` is shown to the requester.
 * @throws DomainError not_found, approval_not_pending, permission_missing, approval_own for the requester,
 *   approver_dependent for an account that may belong to the requester
 */
export async function decideApproval(
  context: ActionContext,
  id: string,
  decision: 'approved' | 'rejected',
  note: string | null,
): Promise<Approval> {
  const { trx, actor, now } = context
  const approval = await lockPending(context, id)
  if (approval.requestedBy === actor.id) throw new DomainError('approval_own')
  if (!holds(actor, approval.permission)) throw permissionMissing(approval.permission)
  if (decision === 'approved' && (await isDependent(context, approval))) {
    throw new DomainError('approver_dependent', { days: dependentDays })
  }
  const expiresAt = new Date(now.getTime() + approvedHours * 3_600_000)
  const decided = await decide(context, id, { decision, note, ...(decision === 'approved' && { expiresAt }) })
  const { tenantId, action, requestedByName, reason } = decided
  const data = { approval_id: id, action, requested_by: requestedByName, reason, by: actor.name, note }
  const type = decision === 'approved' ? 'approval.approved' : 'approval.rejected'
  await recordEvents({ trx, now }, [{ type, tenantId, data }])
  return decided
}

/**
 * Withdraws a pending or approved request of the caller.
 * @throws DomainError not_found, approval_not_pending
 */
export async function withdrawApproval(context: ActionContext, id: string): Promise<Approval> {
  const approval = await getApproval(context, id)
  if (approval.requestedBy !== context.actor.id) throw new DomainError('approval_of_other')
  const locked = await Approval.query(context.trx).findById(id).forUpdate().throwIfNotFound()
  const state = approvalState(locked, context.now)
  if (state !== 'pending' && state !== 'approved') throw new DomainError('approval_not_pending', { state })
  return decide(context, id, { decision: 'withdrawn', note: null })
}

async function lockPending(context: ActionContext, id: string): Promise<Approval> {
  await getApproval(context, id)
  const approval = await Approval.query(context.trx).findById(id).forUpdate().throwIfNotFound()
  const state = approvalState(approval, context.now)
  if (state !== 'pending') throw new DomainError('approval_not_pending', { state })
  return approval
}

/**
 * Whether one person may be behind both accounts: one of them, or a third account, made the other or set its password,
 * e-mail, factors or identity; or the requester gave the approver the permission. Changes from before the setting
 * `approval_actions` was last changed do not count.
 */
async function isDependent({ trx, actor, now }: ActionContext, { requestedBy }: Approval): Promise<boolean> {
  const since = new Date(now.getTime() - dependentDays * 86_400_000)
  const { rows } = await trx.raw<{ rows: { dependent: boolean }[] }>(
    'select are_accounts_dependent(?::uuid, ?::uuid, ?) as dependent',
    [requestedBy, actor.id, since],
  )
  return rows[0]?.dependent ?? false
}

async function decide(
  context: ActionContext,
  id: string,
  change: Pick<Approval, 'note'> & { decision: 'approved' | 'rejected' | 'withdrawn'; expiresAt?: Date },
): Promise<Approval> {
  const { trx, actor, now } = context
  const marks = { decidedBy: actor.id, decidedByName: actor.name, decidedAt: now }
  const decided = await Approval.query(trx).patchAndFetchById(id, { ...change, ...marks })
  const actions = { approved: 'approval.approve', rejected: 'approval.reject', withdrawn: 'approval.withdraw' } as const
  const detail = { action: decided.action, requested_by: decided.requestedByName }
  await recordAudit(context, actions[change.decision], {
    ...{ kind: 'approval', id, tenantId: decided.tenantId, detail },
  })
  return decided
}
