import type { components } from '../../../../shared/contract/api-types.ts'
import { nextOccurrence } from '../../../../shared/cron/cron-schedule.ts'
import type { Permission } from '../../client/session.ts'
import { days } from '../../ui/schedule/days.ts'

type Schemas = components['schemas']
export type ListedBlackout = Schemas['ListedBlackout']
export type Level = Schemas['Blackout']['level']
export type BlackoutTimes = Pick<Schemas['Blackout'], 'days' | 'from' | 'to' | 'starts_at' | 'ends_at'>

export const levels: readonly Level[] = ['platform', 'customer', 'site', 'device']

/** A time range; `end` is exclusive. */
export interface Stretch {
  begin: Date
  end: Date
}

const hourMs = 3_600_000
/** A day plus the hours that a clock change may add: an earlier start can no longer be active. */
const longestMs = 27 * hourMs

/**
 * Returns the next times of a blackout, including the active one, in order; for a single one at most that.
 * @param timeZone of `from` and `to` (IANA)
 */
export function nextStretches(
  { days: on, from, to, starts_at, ends_at }: BlackoutTimes,
  now: Date,
  timeZone: string,
  count = 3,
): Stretch[] {
  if (starts_at && ends_at) {
    const stretch = { begin: new Date(starts_at), end: new Date(ends_at) }
    return stretch.end > now ? [stretch] : []
  }
  if (!on || on.length === 0 || !from || !to) return []
  const found: Stretch[] = []
  let begin = nextOccurrence(cronAt(from, on.join(',')), new Date(now.getTime() - longestMs), timeZone)
  while (begin && found.length < count) {
    const end = nextOccurrence(cronAt(to, '*'), begin, timeZone)
    if (end && end > now) found.push({ begin, end })
    begin = nextOccurrence(cronAt(from, on.join(',')), begin, timeZone)
  }
  return found
}

/** When a blackout is active, as text: see `messages.when`. */
export type When =
  | { kind: 'once' }
  | { kind: 'weekly'; on: 'everyDay' | 'workdays' | 'weekend' | 'days'; hours: 'allDay' | 'hours' | 'overnight' }

/** Describes a blackout: of a whole day, overnight, on a named group of days. */
export function whenOf({ days: on, from, to, starts_at }: BlackoutTimes): When {
  if (starts_at) return { kind: 'once' }
  const chosen = days.filter((day) => on?.includes(day)).join()
  const named = { [days.join()]: 'everyDay', [days.slice(0, 5).join()]: 'workdays', 'sat,sun': 'weekend' } as const
  const hours =
    from === to ? (from === '00:00' ? 'allDay' : 'overnight') : (from ?? '') < (to ?? '') ? 'hours' : 'overnight'
  return { kind: 'weekly', on: named[chosen] ?? 'days', hours }
}

/** What a blackout applies to. */
export interface Target {
  level: Level
  tenant: string | null
  site: string | null
  device: { id: string; name: string } | null
}

/** A listed blackout, with a local id because the API has none. */
export type BlackoutRow = ListedBlackout & { id: string; target: Target }

export function rowsOf(listed: readonly ListedBlackout[]): BlackoutRow[] {
  const counts = new Map<string, number>()
  return listed.map((one) => {
    const target = targetOf(one)
    const place = JSON.stringify([target.level, target.tenant, target.site, target.device?.id])
    const at = counts.get(place) ?? 0
    counts.set(place, at + 1)
    return { ...one, target, id: `${place} ${at}` }
  })
}

function targetOf({ level, tenant_id, site, device_id, device }: ListedBlackout): Target {
  return {
    level,
    tenant: tenant_id,
    site,
    device: device_id === null ? null : { id: device_id, name: device ?? device_id },
  }
}

/** Returns the request parameters of a target. */
export function paramsOf({ level, tenant, site, device }: Target) {
  const query = {
    ...(tenant !== null && { tenant }),
    ...(site !== null && { site }),
    ...(device !== null && { device_id: device.id }),
  }
  return { path: { level }, query }
}

export function permissionAt(level: Level): Permission {
  return level === 'platform' ? 'tenant:manage' : 'retention:write'
}

/** Converts to the API's type. */
export function asNew({ name, days: on, from, to, starts_at, ends_at }: Schemas['Blackout']): Schemas['NewBlackout'] {
  if (starts_at && ends_at) return { name, starts_at, ends_at }
  return { name, days: on ?? [], from: from ?? '', to: to ?? '' }
}

/**
 * Returns the blackouts of a level after one was changed, added or removed.
 * @param now the current ones
 * @param change `before` null adds, `after` null removes
 * @returns null if `before` no longer exists because another user changed it
 */
export function changed(
  now: readonly Schemas['Blackout'][],
  change: { before: Schemas['Blackout'] | null; after: Schemas['NewBlackout'] | null },
): Schemas['NewBlackout'][] | null {
  const said = now.map(asNew)
  const { before, after } = change
  if (before === null) return after ? [...said, after] : said
  const wanted = JSON.stringify(asNew(before))
  const place = said.findIndex((one) => JSON.stringify(one) === wanted)
  if (place < 0) return null
  return [...said.slice(0, place), ...(after ? [after] : []), ...said.slice(place + 1)]
}

/** Returns `22:00` as a schedule, so that clock changes apply as in the service. */
function cronAt(time: string, on: string): string {
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * ${on}`
}
