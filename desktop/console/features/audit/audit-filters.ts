import type { operations } from '../../../../shared/contract/api-types.ts'
import { oneOrMore } from '../../ui/filter-values.ts'
import { midnightOf, sinceOf } from '../../ui/list-periods.ts'

export type AuditQuery = NonNullable<operations['listAudit']['parameters']['query']>

export const filterNames = ['actor', 'action', 'object', 'object_id', 'device', 'outcome', 'period', 'from', 'to', 'readings', 'cross'] as const // prettier-ignore
/** Those that take several values. */
export const several = ['actor', 'action', 'object', 'outcome'] as const
export type AuditFilters = Readonly<Record<(typeof filterNames)[number], string>>

/** Back from now. */
export const periods = ['hour', 'day', 'week', 'month', 'quarter'] as const

/** Days of the calendar in place of a time back from now. */
export const between = 'between' as const

/** What the filters of the list are to the API. `from` and `to` are days of the zone of whoever looks, both included. */
export function queryOf(filters: AuditFilters, now: Date): AuditQuery {
  const { actor, action, object, object_id, device, outcome, readings, cross } = filters
  return {
    ...(actor && { actor: oneOrMore(actor) }),
    ...(action && { action: oneOrMore(action) }),
    ...(object && { object: oneOrMore(object) }),
    ...(object_id && { object_id }),
    ...(device && { device_name: device }),
    ...(outcome && { outcome: oneOrMore(outcome) as AuditQuery['outcome'] }),
    ...(readings === 'true' && { readings_only: true }),
    ...(cross === 'true' && { cross_tenant_only: true }),
    ...spanOf(filters, now),
  }
}

function spanOf({ period, from, to }: AuditFilters, now: Date): Pick<AuditQuery, 'since' | 'until'> {
  const hasDates = period === between
  const since = hasDates ? midnightOf(from) : sinceOf(period, periods, now)
  const until = hasDates ? midnightOf(to, 1) : undefined
  return { ...(since && { since }), ...(until && { until }) }
}
