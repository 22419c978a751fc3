import { message } from '../../../../shared/messages/message.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { invalidFields } from '../../kernel/domain-error.ts'
import { delayAt } from '../../kernel/delay.ts'
import { type PlatformRetention, type RetentionLevels, effectiveRetention } from './effective-retention.ts'
import type { RetentionRule } from './guards.ts'

const fields = { keepDays: 'keep_days', keepLast: 'keep_last' } as const

/** Returns the days that a cut made at `now` waits. */
export function coolingOffDays(platform: PlatformRetention | null, now: Date): number {
  return delayAt(platform?.coolingOff, now).days
}

/** Whether `after`, with its guards, keeps less than `before`. */
export function isReduced(before: RetentionLevels, after: RetentionLevels): boolean {
  const [was, is] = [effectiveRetention(before), effectiveRetention(after)]
  return (['keepDays', 'keepLast'] as const).some((name) => {
    return (is[name].pending?.value ?? is[name].value) < (was[name].pending?.value ?? was[name].value)
  })
}

/** Whether a pending cut is no longer pending after the change. */
export function isReductionWithdrawn(before: RetentionLevels, after: RetentionLevels): boolean {
  const [was, is] = [effectiveRetention(before), effectiveRetention(after)]
  return (['keepDays', 'keepLast'] as const).some((name) => was[name].pending !== null && is[name].pending === null)
}

/**
 * Requires for a cut what protects it: a session, the password, and an approval if the settings name cuts.
 * @returns whether `after` is a cut
 * @throws DomainError session_required, confirmation_required, approval_required, approval_not_valid
 */
export async function requireForReduction(
  context: ActionContext,
  before: RetentionLevels,
  after: RetentionLevels,
): Promise<boolean> {
  if (!isReduced(before, after)) return false
  requireConfirmation(context)
  await requireApproval(context, 'retention_cut')
  return true
}

/** @throws DomainError validation_failed for a value below the platform's floor */
export function rejectBelowFloor(platform: PlatformRetention | null, rule: Partial<RetentionRule>, path = ''): void {
  const faults = (['keepDays', 'keepLast'] as const).flatMap((name) => {
    const least = platform?.floor?.[name] ?? null
    const value = rule[name] ?? null
    if (least === null || value === null || value >= least) return []
    return [{ path: path + fields[name], error: message('below_platform_floor', { min: least }) }]
  })
  if (faults.length > 0) throw invalidFields(faults)
}
