import type { paths } from '../../../../shared/contract/api-types.ts'
import { oneOrMore } from '../../ui/filter-values.ts'
import { midnightOf, sinceOf } from '../../ui/list-periods.ts'

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
/** Those that take several values. */
export const several = ['device_id', 'platform', 'site', 'tag', 'key'] as const
export type ChangeFilters = Record<(typeof filterNames)[number], string>

/** Back from now; `dates`, which is none of them, means `from` and `until`. */
export const periods = ['day', 'week', 'month', 'quarter'] as const

/**
 * What the API is asked for; `now` is what periods are counted from. It is an inbox: what somebody has looked at is left out
 * unless it is asked for. Dates are days of whoever looks, the last one whole. Words that nobody knows filter nothing.
 */
export function filterOf(filters: Readonly<ChangeFilters>, now: Date): ChangeQuery {
  const { reviewed, suspicious, period, from, until, device_id, platform, site, tag, key } = filters
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
  }
}
