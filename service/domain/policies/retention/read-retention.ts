import type { Call } from '../../call.ts'
import type { PolicyTarget } from '../level.ts'
import { type EffectiveRetention, type RetentionRule, effectiveRetention } from './effective-retention.ts'
import { readRetentionRules } from './retention-rules.ts'

/** What one level says of retention, and what holds there. */
export interface RetentionView {
  target: PolicyTarget
  says: RetentionRule
  effective: EffectiveRetention
}

/** @param platform what the platform's level says */
export async function readRetention(
  { trx }: Call,
  target: PolicyTarget,
  platform: RetentionRule | null,
): Promise<RetentionView> {
  const { level, tenant, device } = target
  const levels = tenant
    ? (await readRetentionRules(trx, tenant.id, platform)).levelsOf(device?.id ?? null)
    : { platform, customer: null, device: null }
  return { target, says: levels[level] ?? { keepDays: null, keepLast: null }, effective: effectiveRetention(levels) }
}
