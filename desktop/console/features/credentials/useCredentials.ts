import { useTenants } from '../../client/tenants.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useListState } from '../../ui/useListState.ts'
import { usePagedList } from '../../ui/usePagedList.ts'

/** The credentials that match the search in the address. Responses contain no secrets. */
export function useCredentials() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('credentials', {
    filters: ['q'],
    sort: '',
    columns: ['customer', 'username', 'secrets', 'devices', 'description', 'updated'],
  })
  const list = usePagedList([() => state.filters.q, state.pageSize, () => customers.tenant], async (cursor, signal) => {
    const q = state.filters.q || undefined
    const query = { q, tenant: customers.tenant, limit: state.pageSize.value, cursor }
    return pageOf(await api.GET('/api/credentials', { params: { query }, signal }))
  })
  return { state, list }
}
