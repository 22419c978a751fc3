import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'
import type { PolicyLevel, PolicyTarget } from '../level.ts'
import { type PlatformRetention, type RetentionLevels, retentionIn } from './effective-retention.ts'
import type { GuardedRule, Retention, RetentionRule } from './guards.ts'

/** What holds for each device of one customer. */
export interface RetentionRules {
  levelsOf(deviceId: string | null): RetentionLevels
  of(deviceId: string): Retention
}

/** What a level would say; a value that is absent stays as it is. */
export interface RetentionProposal {
  level: PolicyLevel
  deviceId: string | null
  rule: Partial<RetentionRule>
}

/**
 * Reads the rules of one customer, as they are at `now`, or as a proposal would make them once its cooling-off has passed.
 * @param platform what the platform's level says, which a customer's transaction does not see
 */
export async function readRetentionRules(
  trx: ScopedTransaction,
  tenantId: string,
  platform: PlatformRetention | null,
  now: Date,
  proposal?: RetentionProposal,
): Promise<RetentionRules> {
  const rows = await RetentionPolicy.query(trx).where({ tenantId })
  const rules = new Map<string | null, GuardedRule>(rows.map((row) => [row.deviceId, row]))
  if (proposal && proposal.level !== 'platform') {
    rules.set(proposal.deviceId, changedRule(rules.get(proposal.deviceId) ?? null, proposal.rule))
  }
  const top =
    proposal?.level === 'platform' ? { ...platform, ...changedRule(platform, proposal.rule), guards: [] } : platform
  const levelsOf = (deviceId: string | null): RetentionLevels => ({
    now,
    platform: top,
    customer: rules.get(null) ?? null,
    device: deviceId === null ? null : (rules.get(deviceId) ?? null),
  })
  return { levelsOf, of: (deviceId) => retentionIn(levelsOf(deviceId)) }
}

/**
 * A proposal of a level over what is looked at: a device, a customer or all of them.
 * @throws DomainError 422 or 400 where the level is below what is looked at
 */
export function proposalAt(
  { tenant, device }: PolicyTarget,
  level: PolicyLevel,
  rule: Partial<RetentionRule>,
): RetentionProposal {
  if (level === 'device' && !device) throw invalidField('device_id', 'required_at_level', { level })
  if (level === 'customer' && !tenant) throw new DomainError('tenant_required')
  return { level, deviceId: level === 'device' && device ? device.id : null, rule }
}

/** A rule as a change leaves it once its cooling-off has passed. */
export function changedRule(rule: RetentionRule | null, change: Partial<RetentionRule>): RetentionRule {
  const { keepDays = rule?.keepDays ?? null, keepLast = rule?.keepLast ?? null } = change
  return { keepDays, keepLast }
}
