import type { ActionContext } from '../../kernel/context.ts'
import type { PolicyTarget } from '../level.ts'
import {
  type EffectiveRetention,
  type PlatformRetention,
  type RetentionLevels,
  effectiveRetention,
  ruleBeforeCut,
} from './effective-retention.ts'
import { changedRule, loadRetentionRules } from './load-retention-rules.ts'
import type { RetentionRule } from './guards.ts'

/** The retention of one level, and the effective retention there. */
export interface RetentionView {
  target: PolicyTarget
  says: RetentionRule
  /** The rule before the pending cut; null if no cut is pending. */
  beforeCut: RetentionRule | null
  effective: EffectiveRetention
}

/**
 * @param platform the rule of the platform's level
 * @param proposal a rule that replaces that of the target's level
 */
export async function readRetention(
  { trx, now }: ActionContext,
  target: PolicyTarget,
  platform: PlatformRetention | null,
  proposal?: Partial<RetentionRule>,
): Promise<RetentionView> {
  const { level, tenant, device } = target
  const deviceId = device?.id ?? null
  const proposed = proposal && { level, deviceIds: device ? [device.id] : [], rule: proposal }
  const levels = tenant
    ? (await loadRetentionRules(trx, tenant.id, platform, now, proposed)).levelsOf(deviceId)
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
