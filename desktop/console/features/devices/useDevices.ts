import { computed } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { usePagedList } from '../../ui/usePagedList.ts'
import { useListState } from '../../ui/useListState.ts'
import { type DeviceSort, filterNames, filterOf, several } from './device-filters.ts'

export type Device = components['schemas']['Device']

/** The devices that match the filters in the address, loaded on scrolling and updated by events. */
export function useDevices() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('devices', {
    filters: filterNames,
    several,
    sort: 'name',
    columns: ['customer', 'state', 'hostname', 'platform', 'site', 'lastSuccess', 'nextRun', 'tags'],
  })
  const filter = computed(() => filterOf(state.filters))
  const list = usePagedList(
    [() => JSON.stringify(filter.value), state.sort, state.pageSize, () => customers.tenant],
    async (cursor, signal) => {
      const query = {
        ...filter.value,
        sort: state.sort.value as DeviceSort,
        limit: state.pageSize.value,
        tenant: customers.tenant,
        cursor,
      }
      return pageOf(await api.GET('/api/devices', { params: { query }, signal }))
    },
  )
  useLiveRefresh(
    ['run.changed', 'run.partial', 'run.failed', 'run.blocked', 'device.recovered', 'device.stale'],
    list.again,
  )
  return { state, filter, list }
}
