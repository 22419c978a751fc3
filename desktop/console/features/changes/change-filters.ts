import type { paths } from '../../../../shared/contract/api-types.ts'

export type ChangeQuery = NonNullable<paths['/api/changes']['get']['parameters']['query']>

/** What changes are filtered by, as the address has it. */
export const filterNames = [
  'reviewed',
  'suspicious',
  'period',
  'from',
  'until',
  'device_id',
  'platform',
  'site',
  'tag',
  'key',
] as const
export type ChangeFilters = Record<(typeof filterNames)[number], string>

const dayMs = 24 * 3_600_000

/** How far back the list goes, by the name that the address has for it; `dates` means `from` and `until`. */
export const periods = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, quarter: 91 * dayMs }

/**
 * What the API is asked for; `now` is what periods are counted from. It is an inbox: what somebody has looked at is left out
 * unless it is asked for. Dates are days of whoever looks, the last one whole. Words that nobody knows filter nothing.
 */
export function filterOf(filters: Readonly<ChangeFilters>, now: Date): ChangeQuery {
  const { reviewed, suspicious, period, from, until, device_id, platform, site, tag, key } = filters
  const since = isPeriod(period) ? new Date(now.getTime() - periods[period]) : dayOf(period === 'dates' ? from : '', 0)
  const end = dayOf(period === 'dates' ? until : '', 1)
  return {
    ...(reviewed !== 'any' && { reviewed: reviewed === 'true' }),
    ...((suspicious === 'true' || suspicious === 'false') && { suspicious: suspicious === 'true' }),
    ...(since && { since: since.toISOString() }),
    ...(end && { until: end.toISOString() }),
    ...(device_id && { device_id }),
    ...(platform && { platform: platform as ChangeQuery['platform'] }),
    ...(site && { site }),
    ...(tag && { tag }),
    ...(key && { key }),
  }
}

function isPeriod(name: string): name is keyof typeof periods {
  return Object.hasOwn(periods, name)
}

/** Midnight at the beginning of a day `2026-03-01`, or so many days later; undefined for what is no day. */
function dayOf(day: string, later: number): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (!date) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later)
}
