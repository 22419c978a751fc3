import { Approval } from '../../store/models/approval.ts'
import type { ActionContext, Actor } from '../kernel/context.ts'
import { notFound } from '../kernel/domain-error.ts'
import { holds } from '../kernel/holds.ts'
import { requireUserId } from '../kernel/require-user.ts'

/** `isPending`: only requests that can still be decided. */
export interface ApprovalPage {
  isPending: boolean
  limit: number
  after: string | null
}

/**
 * Returns the requests in scope that the caller made or could make, latest first, after the previous page. A caller who
 * is limited to some devices sees only own requests: others may be about other devices. A caller who is limited to
 * some customers sees the requests of these.
 */
export async function listApprovals(
  context: ActionContext,
  { isPending, limit, after }: ApprovalPage,
): Promise<Approval[]> {
  const { trx, actor, now, tenantId } = context
  const query = Approval.query(trx).orderBy('id', 'desc').limit(limit)
  query.where((visible) => {
    visible.where({ requestedBy: requireUserId(context) })
    if (!actor.limits) {
      visible.orWhere((decidable) => {
        decidable.whereIn('permission', [...(actor.permissions ?? [])])
        if (actor.customers) decidable.whereIn('tenantId', [...actor.customers])
      })
    }
  })
  if (tenantId !== null) query.where({ tenantId })
  if (isPending) query.where({ decision: null }).where('expiresAt', '>', now)
  if (after !== null) query.where('id', '<', after)
  return query
}

/** @throws DomainError not_found, also for a request that the caller neither made nor could make */
export async function getApproval({ trx, actor }: ActionContext, id: string): Promise<Approval> {
  const approval = await Approval.query(trx).findById(id)
  if (!approval) throw notFound()
  if (!canSeeApproval(actor, approval)) throw notFound()
  return approval
}

/** Whether a caller made a request, or could make it and therefore decide on it. */
export function canSeeApproval(actor: Actor, { tenantId, permission, requestedBy }: Approval): boolean {
  const isVisible = !actor.customers || (tenantId !== null && actor.customers.includes(tenantId))
  return requestedBy === actor.id || (!actor.limits && isVisible && holds(actor, permission))
}
