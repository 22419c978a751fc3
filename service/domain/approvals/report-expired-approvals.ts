import { Approval } from '../../store/models/approval.ts'
import type { SystemContext } from '../kernel/context.ts'
import { recordEvents } from '../outbox/events/record-events.ts'

/** Emits an event for each request that expired without a decision, or unused after its approval. */
export async function reportExpiredApprovals({ trx, now }: SystemContext): Promise<void> {
  const expired = await Approval.query(trx)
    .where('expiresAt', '<=', now)
    .whereNull('usedAt')
    .whereNull('expiryReportedAt')
    .where((open) => open.whereNull('decision').orWhere({ decision: 'approved' }))
    .limit(100)
    .forUpdate()
    .skipLocked()
  if (expired.length === 0) return
  await Approval.query(trx)
    .whereIn(
      'id',
      expired.map(({ id }) => id),
    )
    .patch({ expiryReportedAt: now })
  const events = expired.map(({ id, tenantId, action, requestedByName, reason, decision }) => {
    const data = { approval_id: id, action, requested_by: requestedByName, reason, was_approved: decision !== null }
    return { type: 'approval.expired' as const, tenantId, data }
  })
  await recordEvents({ trx, now }, events)
}
