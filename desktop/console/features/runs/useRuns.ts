import { useIntervalFn } from '@vueuse/core'
import { computed, onScopeDispose } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useListState } from '../../ui/useListState.ts'
import { usePagedList } from '../../ui/usePagedList.ts'
import { pollOpenRuns } from './look-at-open.ts'
import { type RunSort, filterNames, filterOf, several } from './run-filters.ts'

const lookMs = 3_000
const latestRuns = 200

/**
 * The runs that match the filters in the address. Events report the end of some runs; open ones are also polled every
 * few seconds and updated in place, so that the scroll position is stable.
 */
export function useRuns() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('runs', {
    filters: filterNames,
    several,
    sort: '-queued_at',
    columns: ['customer', 'status', 'kind', 'trigger', 'queued', 'took', 'error'],
  })
  const wanted = computed(() => JSON.stringify(state.filters))
  const list = usePagedList([wanted, state.sort, state.pageSize, () => customers.tenant], async (cursor, signal) => {
    const query = {
      ...filterOf(state.filters, new Date()),
      sort: state.sort.value as RunSort,
      limit: state.pageSize.value,
      tenant: customers.tenant,
      cursor,
    }
    return pageOf(await api.GET('/api/runs', { params: { query }, signal }))
  })
  useLiveRefresh(['run.changed', 'run.partial', 'run.failed', 'run.blocked'], list.again)

  /** Name of the agent in the filter. */
  const agent = useLatest(
    () => state.filters.agent_id,
    async (signal) => {
      const agent_id = state.filters.agent_id
      return (await api.GET('/api/agents/{agent_id}', { params: { path: { agent_id } }, signal })).data?.name
    },
    { when: () => state.filters.agent_id !== '' },
  )

  const ending = new AbortController()
  const { signal } = ending
  const look = pollOpenRuns({
    rows: () => list.rows.value,
    async latest(since) {
      const query = { since, tenant: customers.tenant, limit: latestRuns }
      return (await api.GET('/api/runs', { params: { query }, signal })).data ?? []
    },
    async one(id) {
      return (await api.GET('/api/runs/{run_id}', { params: { path: { run_id: id } }, signal })).data
    },
    put: (run) => list.replace(({ id }) => id === run.id, run),
  })
  useIntervalFn(() => {
    if (!document.hidden) void look().catch(() => undefined) // a failed read is repeated by the next poll
  }, lookMs)
  onScopeDispose(() => ending.abort())
  return { state, list, agent: agent.data }
}
