import { useIntervalFn } from '@vueuse/core'
import { useTenants } from '../../client/tenants.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { usePagedList } from '../../ui/usePagedList.ts'
import { useListState } from '../../ui/useListState.ts'
import { isUnderWay } from './fleet-values.ts'

const lookMs = 3_000

/** The fleets by name. Those with a running scan are polled every few seconds and updated in place. */
export function useFleets() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('discovery', {
    filters: [],
    sort: '',
    columns: ['customer', 'scan', 'when', 'networks', 'error', 'credential', 'schedule'],
  })
  const list = usePagedList([state.pageSize, () => customers.tenant], async (cursor, signal) => {
    const query = { limit: state.pageSize.value, tenant: customers.tenant, cursor }
    return pageOf(await api.GET('/api/discovery/fleets', { params: { query }, signal }))
  })

  async function look() {
    if (document.hidden) return
    for (const { id, tenant_id: tenant } of list.rows.value.filter((fleet) => isUnderWay(fleet.last_scan))) {
      const params = { path: { fleet_id: id }, query: { tenant } }
      const { data } = await api.GET('/api/discovery/fleets/{fleet_id}', { params })
      if (data) list.replace((known) => known.id === id, data)
    }
  }
  useIntervalFn(() => void look().catch(() => undefined), lookMs) // a failed read is repeated by the next poll
  return { state, list }
}
