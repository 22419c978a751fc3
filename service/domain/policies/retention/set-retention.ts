import { randomUUIDv7 } from 'node:crypto'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { type PolicyTarget, lockLevel } from '../level.ts'
import {
  coolingOffDays,
  isReductionWithdrawn,
  rejectBelowFloor,
  requireForReduction,
} from './check-retention-reduction.ts'
import { type PlatformRetention, type RetentionLevels, effectiveRetention } from './effective-retention.ts'
import { type GuardedRule, guardsAfter, type RetentionRule } from './guards.ts'
import { type RetentionView, readRetention } from './read-retention.ts'
import { changedRule, loadRetentionRules } from './load-retention-rules.ts'

/**
 * Sets the retention of one level; an absent value stays, null inherits. Longer retention applies at once; a cut
 * applies after the platform's cooling-off, until which the former rule applies. Setting the former value withdraws the
 * cut.
 * @param platform the rule of the platform's level; unused if that level is the target
 * @param options `hasNoDevices` if no device, and so no version, is below the level: a cut then needs no password and
 *   applies at once
 * @throws DomainError session_required or confirmation_required for a cut, validation_failed below the platform's
 *   floor
 */
export async function setRetention(
  context: ActionContext,
  target: PolicyTarget,
  change: Partial<RetentionRule>,
  platform: PlatformRetention | null,
  { hasNoDevices = false } = {},
): Promise<RetentionView> {
  const { trx, now } = context
  const tenantId = target.tenant?.id ?? null
  const deviceId = target.device?.id ?? null
  rejectBelowFloor(platform, change)
  await lockLevel(trx, target)
  const before = await RetentionPolicy.query(trx).findOne({ tenantId, deviceId }).forUpdate()
  const rule = {
    ...changedRule(before ?? null, change),
    guards: guardsAfter(before ?? null, change, now, hasNoDevices ? 0 : coolingOffDays(platform, now)),
  }
  const levels = await levelsWith(context, target, platform, before ?? null, rule)
  const hasCut = !hasNoDevices && (await requireForReduction(context, levels.before, levels.after))
  await RetentionPolicy.query(trx)
    .insert({ id: randomUUIDv7(), tenantId, deviceId, ...rule, updatedAt: now })
    .onConflict(['tenant_id', 'device_id'])
    .merge(['keep_days', 'keep_last', 'guards', 'updated_at'])
  const detail = {
    level: target.level,
    keep_days: rule.keepDays,
    keep_last: rule.keepLast,
    before: { keep_days: before?.keepDays ?? null, keep_last: before?.keepLast ?? null },
  }
  await recordAudit(context, 'retention.set', { kind: target.level, id: deviceId ?? tenantId, tenantId, detail })
  const data = { ...detail, device_id: deviceId, by: context.actor.name }
  if (hasCut) {
    await recordEvents(context, [{ type: 'retention.cut', tenantId, data: { ...data, at: cutAt(levels.after) } }])
  } else if (isReductionWithdrawn(levels.before, levels.after)) {
    await recordEvents(context, [{ type: 'retention.cut_withdrawn', tenantId, data }])
  } else if (rule.keepDays !== (before?.keepDays ?? null) || rule.keepLast !== (before?.keepLast ?? null)) {
    await recordEvents(context, [{ type: 'retention.changed', tenantId, data }])
  }
  if (target.level === 'platform') {
    await recordEvents(context, [{ type: 'settings.changed', tenantId: null, data: { changed: ['retention'] } }])
  }
  return readRetention(context, target, target.level === 'platform' ? { ...platform, ...rule } : platform)
}

/** Returns the current levels of the target, with its own level changed. */
async function levelsWith(
  { trx, now }: ActionContext,
  { level, tenant, device }: PolicyTarget,
  platform: PlatformRetention | null,
  before: GuardedRule | null,
  after: GuardedRule,
): Promise<{ before: RetentionLevels; after: RetentionLevels }> {
  const levels = tenant
    ? (await loadRetentionRules(trx, tenant.id, platform, now)).levelsOf(device?.id ?? null)
    : { platform, customer: null, device: null, now }
  const own = level === 'platform' ? { ...platform, ...before } : before
  const changed = level === 'platform' ? { ...platform, ...after } : after
  return { before: { ...levels, [level]: own }, after: { ...levels, [level]: changed } }
}

/** Returns when a cut applies: the later time of both values; now if there is no cooling-off. */
function cutAt(levels: RetentionLevels): string {
  const { keepDays, keepLast } = effectiveRetention(levels)
  const times = [keepDays, keepLast].map(({ pending }) => pending?.at.getTime() ?? levels.now.getTime())
  return new Date(Math.max(...times)).toISOString()
}
