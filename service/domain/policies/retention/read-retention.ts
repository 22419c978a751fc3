import type { Call } from '../../call.ts'
import type { PolicyTarget } from '../level.ts'
import { type EffectiveRetention, type RetentionRule, effectiveRetention } from './effective-retention.ts'
import { changedRule, readRetentionRules } from './retention-rules.ts'

/** What one level says of retention, and what holds there. */
export interface RetentionView {
  target: PolicyTarget
  says: RetentionRule
  effective: EffectiveRetention
}

/**
 * @param platform what the platform's level says
 * @param proposal what the target's level would say, instead of what it does
 */
export async function readRetention(
  { trx }: Call,
  target: PolicyTarget,
  platform: RetentionRule | null,
  proposal: Partial<RetentionRule> = {},
): Promise<RetentionView> {
  const { level, tenant, device } = target
  const deviceId = device?.id ?? null
  const levels = tenant
    ? (await readRetentionRules(trx, tenant.id, platform, { level, deviceId, rule: proposal })).levelsOf(deviceId)
    : { platform: changedRule(platform, proposal), customer: null, device: null }
  return { target, says: levels[level] ?? { keepDays: null, keepLast: null }, effective: effectiveRetention(levels) }
}
