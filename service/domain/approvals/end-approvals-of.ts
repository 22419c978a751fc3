import { Approval } from '../../store/models/approval.ts'
import type { SystemContext } from '../kernel/context.ts'

/**
 * Ends pending and unused approvals that users requested or granted: the account is disabled, or its role or password
 * changed.
 */
export async function endApprovalsOf({ trx, now }: SystemContext, ...userIds: string[]): Promise<void> {
  await Approval.query(trx)
    .where((involved) => involved.whereIn('requestedBy', userIds).orWhereIn('decidedBy', userIds))
    .where((open) => open.whereNull('decision').orWhere({ decision: 'approved' }))
    .whereNull('usedAt')
    .where('expiresAt', '>', now)
    .patch({ expiresAt: now })
}
