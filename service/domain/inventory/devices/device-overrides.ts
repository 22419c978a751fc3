import { randomUUIDv7 } from 'node:crypto'
import { Blackout } from '../../../store/models/blackout.ts'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { type NewEvent, recordEvents } from '../../outbox/events/record-events.ts'
import {
  coolingOffDays,
  isReductionWithdrawn,
  rejectBelowFloor,
  isReduced,
  requireForReduction,
} from '../../policies/retention/check-retention-reduction.ts'
import type { PlatformRetention } from '../../policies/retention/effective-retention.ts'
import { type GuardedRule, guardsAfter, type RetentionRule } from '../../policies/retention/guards.ts'
import { loadRetentionRules } from '../../policies/retention/load-retention-rules.ts'
import { releaseDelayed } from '../../policies/blackouts/release-delayed.ts'
import type { NewBlackout } from '../../policies/blackouts/set-blackouts.ts'

/** Policies that are set on one device, without inherited ones. */
export interface DeviceOverrides {
  /** Null inherits. */
  retention: RetentionRule | null
  /** In their order. */
  blackouts: NewBlackout[]
}

/** Returns the policies that are set on devices of one tenant. */
export async function readOwnRules(
  trx: ActionContext['trx'],
  tenantId: string,
  deviceIds: readonly string[],
): Promise<(deviceId: string) => DeviceOverrides> {
  if (deviceIds.length === 0) return () => ({ retention: null, blackouts: [] })
  const ofThem = 'tenant_id = ? and device_id = any(?::uuid[])'
  const rules = await RetentionPolicy.query(trx).whereRaw(ofThem, [tenantId, deviceIds])
  const blackouts = await Blackout.query(trx).whereRaw(ofThem, [tenantId, deviceIds]).orderBy('position')
  const ruleOf = new Map(rules.map((rule) => [rule.deviceId, rule]))
  const blackoutsOf = Map.groupBy(blackouts, ({ deviceId }) => deviceId)
  return (id) => ({
    retention: describeRule(ruleOf.get(id)),
    blackouts: (blackoutsOf.get(id) ?? []).map(describeBlackout),
  })
}

/** Returns null for a rule without a value. */
export function describeRule(rule: RetentionRule | null | undefined): RetentionRule | null {
  if (!rule || (rule.keepDays === null && rule.keepLast === null)) return null
  return { keepDays: rule.keepDays, keepLast: rule.keepLast }
}

/** Returns the fields of a blackout that a user sets, without its level and position. */
export function describeBlackout({ name, days, fromTime, toTime, startsAt, endsAt }: NewBlackout): NewBlackout {
  return { name, days, fromTime, toTime, startsAt, endsAt }
}

/**
 * Replaces the policies of some devices, with an audit record for each; what a change does not name keeps its value. A
 * cut of retention waits for the cooling-off, except on new devices. `detail` adds to the audit record of a retention.
 * @param platform the platform's retention settings
 * @throws DomainError session_required or confirmation_required for a cut, validation_failed below the platform's
 *   floor
 */
export async function writeOwnRules(
  context: TenantContext,
  changes: readonly { deviceId: string; change: Partial<DeviceOverrides>; detail?: Record<string, unknown> }[],
  platform: PlatformRetention | null,
  { areNew = false } = {},
): Promise<void> {
  const kept = changes.flatMap(({ deviceId, change: { retention }, detail = {} }) =>
    retention === undefined ? [] : [{ deviceId, retention, detail }],
  )
  const held = changes.flatMap(({ deviceId, change: { blackouts } }) => (blackouts ? [{ deviceId, blackouts }] : []))
  if (kept.length > 0) await writeRetention(context, kept, platform, areNew)
  if (held.length > 0) await writeBlackouts(context, held)
}

async function writeRetention(
  context: TenantContext,
  changes: { deviceId: string; retention: RetentionRule | null; detail: Record<string, unknown> }[],
  platform: PlatformRetention | null,
  areNew: boolean,
): Promise<void> {
  const { trx, tenantId, now } = context
  const before = await RetentionPolicy.query(trx)
    .whereRaw('tenant_id = ? and device_id = any(?::uuid[])', [tenantId, changes.map(({ deviceId }) => deviceId)])
    .forUpdate()
  const beforeOf = new Map(before.map((rule) => [rule.deviceId, rule]))
  const days = areNew ? 0 : coolingOffDays(platform, now) // a device without versions has nothing to lose
  const rows = changes.map(({ deviceId, retention }) => {
    const change = retention ?? { keepDays: null, keepLast: null }
    return { deviceId, ...change, guards: guardsAfter(beforeOf.get(deviceId) ?? null, change, now, days) }
  })
  for (const row of rows) {
    const { keepDays, keepLast } = beforeOf.get(row.deviceId) ?? { keepDays: null, keepLast: null }
    const changed = { ...(row.keepDays !== keepDays && { keepDays: row.keepDays }), ...(row.keepLast !== keepLast && { keepLast: row.keepLast }) } // prettier-ignore
    rejectBelowFloor(platform, changed, 'retention.')
  }
  const events = areNew ? [] : await retentionEvents(context, rows, platform)
  await recordAudits(
    context,
    'retention.set',
    changes.map(({ deviceId, retention, detail }) => ({
      kind: 'device',
      id: deviceId,
      detail: { ...detail, level: 'device', ...auditedRule(retention), before: auditedRule(beforeOf.get(deviceId)) },
    })),
  )
  await recordEvents(context, events)
  const kept = rows.filter(({ keepDays, keepLast, guards }) => (keepDays ?? keepLast) !== null || guards.length > 0)
  const silent = rows.filter((row) => !kept.includes(row)).map(({ deviceId }) => deviceId)
  if (silent.length > 0) {
    await RetentionPolicy.query(trx)
      .whereRaw('tenant_id = ? and device_id = any(?::uuid[])', [tenantId, silent])
      .delete()
  }
  if (kept.length === 0) return
  await RetentionPolicy.query(trx)
    .insert(kept.map((row) => ({ id: randomUUIDv7(), tenantId, ...row, updatedAt: now })))
    .onConflict(['tenant_id', 'device_id'])
    .merge(['keep_days', 'keep_last', 'guards', 'updated_at'])
}

/** Maximum number of device names in an event. */
const maxNamed = 50

/**
 * Returns one event for each kind of change, as `setRetention` does for one level.
 * @throws DomainError session_required or confirmation_required for a rule that keeps less
 */
async function retentionEvents(
  context: TenantContext,
  rows: readonly (GuardedRule & { deviceId: string })[],
  platform: PlatformRetention | null,
): Promise<NewEvent[]> {
  const rules = await loadRetentionRules(context.trx, context.tenantId, platform, context.now)
  const changes = rows.map((row) => {
    const before = rules.levelsOf(row.deviceId)
    return { deviceId: row.deviceId, before, after: { ...before, device: row } }
  })
  const cut = changes.find(({ before, after }) => isReduced(before, after))
  if (cut) await requireForReduction(context, cut.before, cut.after)
  const byType = Map.groupBy(changes, ({ before, after }) => {
    if (isReduced(before, after)) return 'retention.cut'
    return isReductionWithdrawn(before, after) ? 'retention.cut_withdrawn' : 'retention.changed'
  })
  return [...byType].map(([type, of]) => {
    const device_ids = of.slice(0, maxNamed).map(({ deviceId }) => deviceId)
    return {
      type,
      tenantId: context.tenantId,
      data: { level: 'device', devices: of.length, device_ids, by: context.actor.name },
    }
  })
}

function auditedRule(rule: RetentionRule | null | undefined) {
  return { keep_days: rule?.keepDays ?? null, keep_last: rule?.keepLast ?? null }
}

async function writeBlackouts(
  context: TenantContext,
  changes: { deviceId: string; blackouts: NewBlackout[] }[],
): Promise<void> {
  const { trx, tenantId, now } = context
  const deviceIds = changes.map(({ deviceId }) => deviceId)
  const rows = changes.flatMap(({ deviceId, blackouts }) =>
    blackouts.map((one, position) => {
      return { ...one, id: randomUUIDv7(), tenantId, site: null, deviceId, position, updatedAt: now }
    }),
  )
  const { rows: removed } = await trx.raw<{ rows: { device_id: string }[] }>(
    'delete from blackouts where tenant_id = ? and device_id = any(?::uuid[]) returning device_id',
    [tenantId, deviceIds],
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await Blackout.query(trx).insert(rows.slice(at, at + rowsAtOnce))
  }
  const before = Map.groupBy(removed, ({ device_id: id }) => id)
  await recordAudits(
    context,
    'blackouts.set',
    changes.map(({ deviceId, blackouts }) => ({
      kind: 'device',
      id: deviceId,
      detail: {
        level: 'device',
        site: null,
        names: blackouts.map(({ name }) => name),
        before: before.get(deviceId)?.length ?? 0,
      },
    })),
  )
  await releaseDelayed({ trx, now }, { tenantId, site: null, deviceIds })
}

/** PostgreSQL allows 65,535 parameters in a statement, and each device of a batch may have 50 blackouts. */
const rowsAtOnce = 1_000
