import type { paths } from '../../../../shared/contract/api-types.ts'
import { oneOrMore } from '../../ui/filter-values.ts'
import { sinceOf } from '../../ui/list-periods.ts'

type RunQuery = NonNullable<paths['/api/runs']['get']['parameters']['query']>

/** Filters of runs in the address. */
export const filterNames = [
  'status',
  'kind',
  'since',
  'failed_only',
  'device_id',
  'agent_id',
  'queued_at',
  'attempted',
] as const
export type RunFilters = Record<(typeof filterNames)[number], string>

export const periods = ['hour', 'day', 'week', 'month'] as const

/** Converts the filters to a query; periods end at `now`. Unknown values do not filter. */
export function filterOf(filters: Readonly<RunFilters>, now: Date): RunQuery {
  const {
    status,
    kind,
    since,
    failed_only: failedOnly,
    device_id: deviceId,
    agent_id: agentId,
    queued_at: queuedAt,
    attempted,
  } = filters
  const from = sinceOf(since, periods, now)
  const attempts = attemptedIn(attempted)
  return {
    ...(status && { status: oneOrMore(status) as RunQuery['status'] }),
    ...(kind && { kind: oneOrMore(kind) as RunQuery['kind'] }),
    ...(attempts && {
      attempted_since: attempts.since.toISOString(),
      attempted_until: attempts.until.toISOString(),
      since: new Date(attempts.since.getTime() - longestWaitMs).toISOString(),
    }),
    ...(from && { since: from }),
    ...(failedOnly === 'true' && { failed_only: true }),
    ...(deviceId && { device_id: oneOrMore(deviceId) }),
    ...(agentId && { agent_id: agentId }),
    ...(queuedAt && { queued_at: oneOrMore(queuedAt) }),
  }
}

/** Runs that wait longer before an attempt are not found by its start, so that the list reads few others. */
const longestWaitMs = 7 * 24 * 3_600_000

/** Returns the filter of runs with an attempt that started between two instants. */
export function attemptedBetween(since: string, until: string): string {
  return `${since}/${until}`
}

/** Returns the instants of such a filter; undefined for other texts, which do not filter. */
export function attemptedIn(filter: string): { since: Date; until: Date } | undefined {
  const [since, until] = filter.split('/').map((text) => new Date(text))
  return since && until && since < until ? { since, until } : undefined
}
