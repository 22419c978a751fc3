import type { paths } from '../../../../shared/contract/api-types.ts'
import { oneOrMore } from '../../ui/filter-values.ts'
import { sinceOf } from '../../ui/list-periods.ts'

type RunQuery = NonNullable<paths['/api/runs']['get']['parameters']['query']>

/** Filters of runs in the address. */
export const filterNames = ['status', 'kind', 'since', 'failed_only', 'device_id', 'agent_id', 'queued_at'] as const
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
  } = filters
  const from = sinceOf(since, periods, now)
  return {
    ...(status && { status: oneOrMore(status) as RunQuery['status'] }),
    ...(kind && { kind: oneOrMore(kind) as RunQuery['kind'] }),
    ...(from && { since: from }),
    ...(failedOnly === 'true' && { failed_only: true }),
    ...(deviceId && { device_id: oneOrMore(deviceId) }),
    ...(agentId && { agent_id: agentId }),
    ...(queuedAt && { queued_at: oneOrMore(queuedAt) }),
  }
}
