import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Calendar, createCalendar } from '../../../../shared/cron/calendar.ts'
import type { Blackout } from '../../../store/models/blackout.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type BlackoutTimes, findBlackoutEnd } from './blackout-end.ts'
import { type HeldDevice, readBlackouts } from './read-blackouts.ts'

/** Devices with the same schedule and the same blackouts. */
export interface ScheduledGroup {
  schedule: string
  devices: number
  blackouts: readonly BlackoutTimes[]
}

/** An hour of the week from its beginning, and the number of scheduled starts. */
export interface PlannedHour {
  at: Date
  /** Starts in this hour, including those that a blackout moved to it. Jitter is not included. */
  starts: number
  /** Starts planned for this hour that a blackout delays. */
  delayed: number
}

export interface PlannedWeek {
  hours: PlannedHour[]
  /** Scheduled devices. */
  devices: number
  /** Scheduled devices that are not counted, because they have too many different schedules. */
  omitted: number
}

const hourMs = 3_600_000
const hoursOfWeek = 168

/** A start is evaluated again after a month. */
const longestDelayMs = 31 * 24 * hourMs

/** Limit of computed occurrences: one takes tens of microseconds. */
const maxOccurrences = 20_000

/** Requests wait for a turn of the event loop, so each computes few. */
const occurrencesOfTurn = 200

/** Returns the scheduled starts of the 168 hours from the current one. The groups with the most devices come first. */
export async function planWeek(groups: readonly ScheduledGroup[], now: Date, timeZone: string): Promise<PlannedWeek> {
  const calendar = createCalendar(timeZone)
  const from = Math.floor(now.getTime() / hourMs) * hourMs
  const until = from + hoursOfWeek * hourMs
  const hours = Array.from({ length: hoursOfWeek }, (_, hour) => {
    return { at: new Date(from + hour * hourMs), starts: 0, delayed: 0 }
  })
  const hourOf = (at: number) => hours[Math.floor((at - from) / hourMs)]
  let devices = 0
  let omitted = 0
  let occurrences = 0
  for (const group of groups.toSorted((one, other) => other.devices - one.devices)) {
    devices += group.devices
    if (occurrences >= maxOccurrences) {
      omitted += group.devices
      continue
    }
    let lastStart = 0 // of the occurrences that one blackout delays, only the latest runs
    let at = heldBefore(group, from, calendar) ?? calendar.next(group.schedule, from - 1)
    for (; at !== null && at < until; at = calendar.next(group.schedule, at)) {
      occurrences += 1
      if (occurrences % occurrencesOfTurn === 0) await nextTurn()
      const delay = findBlackoutEnd(group.blackouts, new Date(at), calendar)
      const planned = hourOf(at)
      if (delay && planned) planned.delayed += group.devices
      const start = delay?.until.getTime() ?? at
      const hour = start === lastStart ? undefined : hourOf(start)
      if (hour) hour.starts += group.devices
      lastStart = start
    }
  }
  return { hours, devices, omitted }
}

/** Returns the latest occurrence before `from` if a blackout still delays it then, in milliseconds since 1970. */
function heldBefore({ schedule, blackouts }: ScheduledGroup, from: number, calendar: Calendar): number | null {
  if (blackouts.length === 0) return null
  const first = from - longestDelayMs
  const latest = calendar.latest(schedule, first, from - 1)
  const delay = latest === first ? null : findBlackoutEnd(blackouts, new Date(latest), calendar)
  return delay && delay.until.getTime() >= from ? latest : null
}

/**
 * Returns the groups of scheduled devices, of the tenant or of all.
 * @param platform the platform's blackouts, which a tenant's transaction cannot read
 */
export async function groupScheduledDevices(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  platform: readonly Blackout[],
): Promise<ScheduledGroup[]> {
  const { rows } = await trx.raw<{ rows: ScheduledRow[] }>(
    `select d.tenant_id as "tenantId", d.site, d.schedule, own.device_id as id, count(*)::int as devices
     from devices d
     left join (select distinct device_id from blackouts where device_id is not null) own on own.device_id = d.id
     where d.schedule <> '' and d.enabled and d.decommissioned_at is null
       and (:tenantId::uuid is null or d.tenant_id = :tenantId::uuid)
     group by d.tenant_id, d.site, d.schedule, own.device_id`,
    { tenantId },
  )
  const blackoutsOf = await readBlackouts(trx, rows)
  const groups = new Map<string, ScheduledGroup>()
  for (const row of rows) {
    const own = blackoutsOf(row).filter(({ tenantId: of }) => of !== null)
    const key = JSON.stringify([row.schedule, own.map(({ id }) => id)])
    const group = groups.get(key) ?? { schedule: row.schedule, devices: 0, blackouts: [...platform, ...own] }
    groups.set(key, { ...group, devices: group.devices + row.devices })
  }
  return [...groups.values()]
}

interface ScheduledRow extends HeldDevice {
  schedule: string
  devices: number
}
