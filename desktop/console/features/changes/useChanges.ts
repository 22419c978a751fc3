import { computed, ref } from 'vue'
import type { operations } from '../../../../shared/contract/api-types.ts'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useListState } from '../../ui/useListState.ts'
import { usePagedList } from '../../ui/usePagedList.ts'
import { filterNames, filterOf, several } from './change-filters.ts'
import { type ChangeRow, newerThan, rowOf } from './change-row.ts'

/** Maximum count of new changes; more are shown as "more". */
const maxCounted = 50

type ChangeSort = NonNullable<NonNullable<operations['listChanges']['parameters']['query']>['sort']>
const latestFirst = '-captured_at' satisfies ChangeSort

/** Reading changes is audited: a burst of events causes one read. */
const settleMs = 3_000

/**
 * The changes that match the filters in the address. New ones are only counted, so that rows do not move; `again` loads
 * them.
 */
export function useChanges() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('changes', {
    filters: filterNames,
    several,
    sort: latestFirst,
    columns: ['customer', 'key', 'size', 'author', 'site', 'review', 'when'],
  })
  const wanted = computed(() => JSON.stringify(state.filters))
  const newer = ref(0)

  const list = usePagedList<ChangeRow>(
    [wanted, state.sort, state.pageSize, () => customers.tenant],
    async (cursor, signal) => {
      const page = await read(state.pageSize.value, state.sort.value as ChangeSort, cursor, signal)
      if (cursor === undefined) newer.value = 0
      return { ...page, rows: page.rows.map(rowOf) }
    },
  )

  async function read(limit: number, sort: ChangeSort, cursor?: string, signal?: AbortSignal) {
    const query = { ...filterOf(state.filters, new Date()), limit, sort, tenant: customers.tenant, cursor }
    return pageOf(await api.GET('/api/changes', { params: { query }, signal }))
  }

  async function look() {
    if (list.loading.value) return
    if (list.rows.value.length === 0) return list.again()
    const comesLast = state.sort.value !== latestFirst && list.next.value !== undefined
    if (comesLast) return // loaded on scrolling
    const { rows } = await read(maxCounted, latestFirst)
    newer.value = newerThan(rows, list.rows.value).length
  }
  // a failed read is repeated by the next event
  useLiveRefresh(['version.written', 'version.suspicious'], () => look().catch(() => undefined), { settleMs })

  return {
    state,
    list,
    /** Number of changes since the list was read, up to the limit. */
    newer,
    isMore: computed(() => newer.value >= maxCounted),
  }
}
