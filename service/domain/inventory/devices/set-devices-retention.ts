import type { TenantContext } from '../../kernel/context.ts'
import { rejectBelowFloor } from '../../policies/retention/check-retention-reduction.ts'
import type { PlatformRetention } from '../../policies/retention/effective-retention.ts'
import type { RetentionRule } from '../../policies/retention/guards.ts'
import { changedRule } from '../../policies/retention/load-retention-rules.ts'
import { readOwnRules, writeOwnRules } from './device-overrides.ts'
import { type BulkLine, type DeviceSelection, lineOf, lockDevices, selectDeviceIds, sortLines } from './select-devices.ts' // prettier-ignore

const unset: RetentionRule = { keepDays: null, keepLast: null }

/**
 * Sets the retention of many devices, all or none; an absent value stays, null inherits. A cut applies after the
 * platform's cooling-off. Each changed device has an audit record.
 * @param platform the platform's retention settings
 * @param dryRun writes nothing
 * @returns the results by device name
 * @throws DomainError validation_failed (unknown devices, too many devices, below the platform's floor),
 *   session_required, confirmation_required or approval_required for a cut
 */
export async function setDevicesRetention(
  context: TenantContext,
  selection: DeviceSelection,
  change: Partial<RetentionRule>,
  platform: PlatformRetention | null,
  { dryRun }: { dryRun: boolean },
): Promise<BulkLine[]> {
  rejectBelowFloor(platform, change, 'change.')
  const devices = await lockDevices(context, await selectDeviceIds(context, selection))
  const ids = devices.map(({ id }) => id)
  const ownOf = await readOwnRules(context.trx, context.tenantId, ids)
  const plans = devices.map((device) => {
    const before = ownOf(device.id).retention ?? unset
    const after = changedRule(before, change)
    const line = lineOf(device, {
      keep_days: [before.keepDays, after.keepDays],
      keep_last: [before.keepLast, after.keepLast],
    })
    return { device, after, line }
  })
  if (!dryRun) {
    const changed = plans.filter(({ line }) => line.changes.length > 0)
    const rules = changed.map(({ device: { id, name }, after }) => {
      return { deviceId: id, detail: { name, bulk: true }, change: { retention: after } }
    })
    await writeOwnRules(context, rules, platform)
  }
  return sortLines(plans.map(({ line }) => line))
}
