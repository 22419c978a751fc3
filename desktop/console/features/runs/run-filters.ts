import type { paths } from '../../../../shared/contract/api-types.ts'

type RunQuery = NonNullable<paths['/api/runs']['get']['parameters']['query']>
export type RunSort = NonNullable<RunQuery['sort']>

/** What a list of runs is filtered by, as the address has it. */
export const filterNames = ['status', 'kind', 'since', 'failed_only', 'device_id', 'agent_id'] as const
export type RunFilters = Record<(typeof filterNames)[number], string>

const hourMs = 3_600_000

/** How far back a list goes, by the name that the address has for it. */
export const periods = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs }

/** What the API is asked for; `now` is what periods are counted from. Words that it does not know filter nothing. */
export function filterOf(filters: Readonly<RunFilters>, now: Date): RunQuery {
  const { status, kind, since, failed_only: failedOnly, device_id: deviceId, agent_id: agentId } = filters
  return {
    ...(status && { status: status as RunQuery['status'] }),
    ...(kind && { kind: kind as RunQuery['kind'] }),
    ...(isPeriod(since) && { since: new Date(now.getTime() - periods[since]).toISOString() }),
    ...(failedOnly === 'true' && { failed_only: true }),
    ...(deviceId && { device_id: deviceId }),
    ...(agentId && { agent_id: agentId }),
  }
}

function isPeriod(name: string): name is keyof typeof periods {
  return Object.hasOwn(periods, name)
}
