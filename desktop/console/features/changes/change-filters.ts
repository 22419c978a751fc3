import type { paths } from '../../../../shared/contract/api-types.ts'
import { oneOrMore } from '../../ui/filter-values.ts'
import { midnightOf, sinceOf } from '../../ui/list-periods.ts'

export type ChangeQuery = NonNullable<paths['/api/changes']['get']['parameters']['query']>

/** Filters of changes in the address. */
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
  'group',
] as const
export type ChangeFilters = Record<(typeof filterNames)[number], string>

export const noFilters = Object.fromEntries(filterNames.map((name) => [name, ''])) as ChangeFilters

/** Periods that end now; `dates`, which is not one of them, uses `from` and `until`. */
export const periods = ['day', 'week', 'month', 'quarter'] as const

/**
 * Converts the filters to a query; periods end at `now`. Reviewed changes are excluded by default. Dates are days in
 * the user's time zone, the last one included. Unknown values do not filter.
 */
export function filterOf(filters: Readonly<ChangeFilters>, now: Date): ChangeQuery {
  const { reviewed, suspicious, period, from, until, device_id, platform, site, tag, key, group } = filters
  const hasDates = period === 'dates'
  const since = hasDates ? midnightOf(from) : sinceOf(period, periods, now)
  const end = hasDates ? midnightOf(until, 1) : undefined
  return {
    ...(reviewed !== 'any' && { reviewed: reviewed === 'true' }),
    ...((suspicious === 'true' || suspicious === 'false') && { suspicious: suspicious === 'true' }),
    ...(since && { since }),
    ...(end && { until: end }),
    ...(device_id && { device_id: oneOrMore(device_id) }),
    ...(platform && { platform: oneOrMore(platform) as ChangeQuery['platform'] }),
    ...(site && { site: oneOrMore(site) }),
    ...(tag && { tag: oneOrMore(tag) }),
    ...(key && { key: oneOrMore(key) }),
    ...(/^[0-9a-f]{64}$/.test(group) && { group }),
  }
}
