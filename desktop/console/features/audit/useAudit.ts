import { computed, shallowRef } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useListState } from '../../ui/useListState.ts'
import { usePagedList } from '../../ui/usePagedList.ts'
import { filterNames, queryOf, several } from './audit-filters.ts'

/** The records that match the filters in the address, loaded on scrolling. */
export function useAudit() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('audit', {
    filters: filterNames,
    several,
    sort: '-ts',
    columns: ['when', 'who', 'what', 'about', 'device', 'customer', 'outcome', 'from'],
  })
  /** Time of the first page: periods that end now do not move while the user scrolls. */
  const began = shallowRef(new Date())
  const queryNow = () => ({ ...queryOf(state.filters, began.value), tenant: customers.tenant })
  const filter = computed(() => JSON.stringify(state.filters))
  const list = usePagedList([filter, state.sort, state.pageSize, () => customers.tenant], async (cursor, signal) => {
    if (cursor === undefined) began.value = new Date()
    const query = { ...queryNow(), sort: state.sort.value as 'ts', cursor, limit: state.pageSize.value }
    return pageOf(await api.GET('/api/audit', { params: { query }, signal }))
  })
  return { state, list, queryNow }
}
