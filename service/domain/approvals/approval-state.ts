import type { Approval } from '../../store/models/approval.ts'

export type ApprovalState = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'used' | 'expired'

/** Returns the state of an approval at `now`. */
export function approvalState({ decision, usedAt, expiresAt }: Approval, now: Date): ApprovalState {
  if (usedAt) return 'used'
  if (decision === 'rejected' || decision === 'withdrawn') return decision
  if (expiresAt <= now) return 'expired'
  return decision ?? 'pending'
}
