import type { ActionContext } from '../../kernel/context.ts'
import { type DeviceState, deviceStateSql } from '../../inventory/devices/device-state.ts'
import { lostDevicesSql } from './affected-devices.ts'
import { type ReportSummary, noDevices } from './daily-report.ts'

/** Counts over the devices of one tenant. */
export type DeviceCounts = Pick<ReportSummary, 'devices' | 'covered' | 'states'> & { unscheduled: number }

/** Counts of a tenant without devices. */
export const noneCounted: DeviceCounts = { devices: 0, covered: 0, unscheduled: 0, states: noDevices }

/** Scope of the counts: one tenant, or all in scope. */
export type Counting = Pick<ActionContext, 'trx' | 'tenantId' | 'now'>

/** Condition for a device that coverage counts: it has a schedule, or was tried, whatever the result. */
const isCounted = `(devices.standing not in ('disabled', 'decommissioned')
  and (devices.schedule <> '' or devices.standing <> 'never' or devices.last_success_at is not null))`

/** Condition for a device in service that is never backed up: it has no schedule and was never tried. */
export const isUnscheduled = `(devices.standing = 'never' and devices.schedule = '' and devices.last_success_at is null)`

/** Condition for a device with a success within its tolerance, of which a version can be read. */
const isCovered = `(devices.last_success_at is not null and (devices.stale_at is null or devices.stale_at > ?)
  and lost.device_id is null)`

/**
 * Returns devices by state, and how many are covered, by tenant; a tenant without devices is absent. A tenant whose
 * keys were destroyed has no devices to cover.
 */
export async function countDevices({ trx, tenantId, now }: Counting): Promise<Map<string, DeviceCounts>> {
  const state = deviceStateSql(now)
  const of = tenantId === null ? [] : [tenantId]
  const whose = tenantId === null ? '' : 'and a.tenant_id = ?'
  const { rows } = await trx.raw(
    `with ${lostDevicesSql(whose)}
     select devices.tenant_id as "tenantId", ${state.sql} as state, count(*)::int as count,
       count(*) filter (where keys.destroyed_at is null and ${isCounted})::int as devices,
       count(*) filter (where keys.destroyed_at is null and ${isUnscheduled})::int as unscheduled,
       count(*) filter (where keys.destroyed_at is null and ${isCounted} and ${isCovered})::int as covered
     from devices
     left join tenant_keys keys on keys.tenant_id = devices.tenant_id
     left join lost on lost.tenant_id = devices.tenant_id and lost.device_id = devices.id
     ${tenantId === null ? '' : 'where devices.tenant_id = ?'} group by 1, 2`,
    [...of, ...state.bindings, now, ...of],
  )
  const counted = new Map<string, DeviceCounts>()
  for (const row of rows as {
    tenantId: string
    state: DeviceState
    count: number
    devices: number
    covered: number
    unscheduled: number
  }[]) {
    const so = counted.get(row.tenantId) ?? noneCounted
    counted.set(row.tenantId, {
      devices: so.devices + row.devices,
      covered: so.covered + row.covered,
      unscheduled: so.unscheduled + row.unscheduled,
      states: { ...so.states, [row.state]: row.count },
    })
  }
  return counted
}
