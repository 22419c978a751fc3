import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'
import type { PolicyLevel, PolicyTarget } from '../level.ts'
import { type PlatformRetention, type RetentionLevels, retentionIn } from './effective-retention.ts'
import type { GuardedRule, Retention, RetentionRule } from './guards.ts'

/** The effective retention of each device of one tenant. */
export interface RetentionRules {
  levelsOf(deviceId: string | null): RetentionLevels
  of(deviceId: string): Retention
}

/** Proposed values of a level, or of the same level of several devices; an absent value stays unchanged. */
export interface RetentionProposal {
  level: PolicyLevel
  /** Empty unless the level is `device`. */
  deviceIds: readonly string[]
  rule: Partial<RetentionRule>
}

/**
 * Reads the rules of one tenant, as they are at `now`, or as a proposal would make them after its cooling-off.
 * @param platform the rule of the platform's level, which a tenant's transaction cannot read
 */
export async function loadRetentionRules(
  trx: ScopedTransaction,
  tenantId: string,
  platform: PlatformRetention | null,
  now: Date,
  proposal?: RetentionProposal,
): Promise<RetentionRules> {
  const rows = await RetentionPolicy.query(trx).where({ tenantId })
  const rules = new Map<string | null, GuardedRule>(rows.map((row) => [row.deviceId, row]))
  if (proposal && proposal.level !== 'platform') {
    for (const id of proposal.level === 'customer' ? [null] : proposal.deviceIds) {
      rules.set(id, changedRule(rules.get(id) ?? null, proposal.rule))
    }
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
 * Returns a proposal of a level for the previewed scope: a device, a tenant or all tenants.
 * @throws DomainError validation_failed or tenant_required if the level is below that scope
 */
export function proposalAt(
  { tenant, device }: PolicyTarget,
  level: PolicyLevel,
  rule: Partial<RetentionRule>,
): RetentionProposal {
  if (level === 'device' && !device) throw invalidField('device_id', 'required_at_level', { level })
  if (level === 'customer' && !tenant) throw new DomainError('tenant_required')
  return { level, deviceIds: level === 'device' && device ? [device.id] : [], rule }
}

/** Returns a rule after a change, without its cooling-off. */
export function changedRule(rule: RetentionRule | null, change: Partial<RetentionRule>): RetentionRule {
  const { keepDays = rule?.keepDays ?? null, keepLast = rule?.keepLast ?? null } = change
  return { keepDays, keepLast }
}
