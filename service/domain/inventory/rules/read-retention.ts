import type { ActionContext } from '../../kernel/context.ts'
import type { PolicyTarget } from '../../levels/level.ts'
import {
  type EffectiveRetention,
  type PlatformRetention,
  type RetentionLevels,
  effectiveRetention,
  ruleBeforeCut,
} from '../../levels/retention/effective-retention.ts'
import { changedRule, readRetentionRules } from '../../levels/retention/retention-rules.ts'
import type { RetentionRule } from '../../levels/retention/guards.ts'

/** What one level says of retention, and what holds there. */
export interface RetentionView {
  target: PolicyTarget
  says: RetentionRule
  /** What the level said before its cut that waits; null where none waits. */
  beforeCut: RetentionRule | null
  effective: EffectiveRetention
}

/**
 * @param platform what the platform's level says
 * @param proposal what the target's level would say, instead of what it does
 */
export async function readRetention(
  { trx, now }: ActionContext,
  target: PolicyTarget,
  platform: PlatformRetention | null,
  proposal?: Partial<RetentionRule>,
): Promise<RetentionView> {
  const { level, tenant, device } = target
  const deviceId = device?.id ?? null
  const proposed = proposal && { level, deviceId, rule: proposal }
  const levels = tenant
    ? (await readRetentionRules(trx, tenant.id, platform, now, proposed)).levelsOf(deviceId)
    : platformLevels(platform, proposal, now)
  return {
    target,
    says: levels[level] ?? { keepDays: null, keepLast: null },
    beforeCut: ruleBeforeCut(levels, level),
    effective: effectiveRetention(levels),
  }
}

function platformLevels(
  platform: PlatformRetention | null,
  proposal: Partial<RetentionRule> | undefined,
  now: Date,
): RetentionLevels {
  const top = proposal ? { ...platform, ...changedRule(platform, proposal), guards: [] } : platform
  return { platform: top, customer: null, device: null, now }
}
