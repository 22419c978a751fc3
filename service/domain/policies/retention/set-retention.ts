import { randomUUIDv7 } from 'node:crypto'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Call } from '../../call.ts'
import { recordEvents } from '../../events/record-events.ts'
import { type PolicyTarget, lockLevel } from '../level.ts'
import type { RetentionRule } from './effective-retention.ts'
import { type RetentionView, readRetention } from './read-retention.ts'
import { changedRule } from './retention-rules.ts'

/**
 * Says at one level how long versions are kept; a value that is absent stays, null inherits. Nothing goes before the next
 * run of retention.
 * @param platform what the platform's level says; of no account where that level is the one that changes
 */
export async function setRetention(
  call: Call,
  target: PolicyTarget,
  change: Partial<RetentionRule>,
  platform: RetentionRule | null,
): Promise<RetentionView> {
  const { trx, now } = call
  const tenantId = target.tenant?.id ?? null
  const deviceId = target.device?.id ?? null
  await lockLevel(trx, target)
  const before = await RetentionPolicy.query(trx).findOne({ tenantId, deviceId }).forUpdate()
  const rule = changedRule(before ?? null, change)
  await RetentionPolicy.query(trx)
    .insert({ id: randomUUIDv7(), tenantId, deviceId, ...rule, updatedAt: now })
    .onConflict(['tenant_id', 'device_id'])
    .merge({ ...change, updatedAt: now })
  const detail = {
    level: target.level,
    keep_days: rule.keepDays,
    keep_last: rule.keepLast,
    before: { keep_days: before?.keepDays ?? null, keep_last: before?.keepLast ?? null },
  }
  await recordAudit(call, 'retention.set', { kind: target.level, id: deviceId ?? tenantId, tenantId, detail })
  if (target.level === 'platform') {
    await recordEvents(call, [{ type: 'settings.changed', tenantId: null, data: { changed: ['retention'] } }])
  }
  return readRetention(call, target, target.level === 'platform' ? rule : platform)
}
