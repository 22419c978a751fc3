import type { operations } from '../../../../shared/contract/api-types.ts'
import { oneOrMore } from '../../ui/filter-values.ts'
import { midnightOf, sinceOf } from '../../ui/list-periods.ts'

export type AuditQuery = NonNullable<operations['listAudit']['parameters']['query']>

export const filterNames = ['actor', 'action', 'object', 'object_id', 'device', 'outcome', 'period', 'from', 'to', 'readings', 'each', 'cross'] as const // prettier-ignore
export type AuditFilters = Readonly<Record<(typeof filterNames)[number], string>>

/** Periods that end now. */
export const periods = ['hour', 'day', 'week', 'month', 'quarter'] as const

/** Calendar days instead of a period that ends now. */
export const between = 'between' as const

/** Converts the filters to a query. `from` and `to` are days in the user's time zone, both included. */
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
