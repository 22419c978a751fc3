import type { operations } from '../../../../shared/contract/api-types.ts'

export type AuditQuery = NonNullable<operations['listAudit']['parameters']['query']>

export const filterNames = ['actor', 'action', 'object', 'object_id', 'outcome', 'period', 'from', 'to', 'readings', 'cross'] as const // prettier-ignore
export type AuditFilters = Readonly<Record<(typeof filterNames)[number], string>>

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Back from now. */
export const periods = { hour: hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs, quarter: 91 * dayMs } as const

/** Days of the calendar in place of a time back from now. */
export const between = 'between'

/** What the filters of the list are to the API. `from` and `to` are days of the zone of whoever looks, both included. */
export function queryOf(filters: AuditFilters, now: Date): AuditQuery {
  const { actor, action, object, object_id, outcome, readings, cross } = filters
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(object && { object }),
    ...(object_id && { object_id }),
    ...(outcome && { outcome: outcome as AuditQuery['outcome'] }),
    ...(readings === 'true' && { readings_only: true }),
    ...(cross === 'true' && { cross_tenant_only: true }),
    ...spanOf(filters, now),
  }
}

function spanOf({ period, from, to }: AuditFilters, now: Date): Pick<AuditQuery, 'since' | 'until'> {
  if (period in periods) {
    return { since: new Date(now.getTime() - periods[period as keyof typeof periods]).toISOString() }
  }
  if (period !== between) return {}
  const [since, until] = [midnightOf(from, 0), midnightOf(to, 1)]
  return { ...(since && { since }), ...(until && { until }) }
}

/** The local midnight that begins a day, or one so many days later; undefined for what is no day. */
function midnightOf(day: string, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (date === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}
