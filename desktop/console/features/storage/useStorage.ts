import { ref } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { allPages, pageOf } from '../../client/paging.ts'
import { useApi, useMay } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useMinute } from '../../ui/useMinute.ts'
import { readMaintenanceRuns } from '../../ui/maintenance/read-tasks.ts'

const longestPage = 1_000
const shownLineages = 10

/** The storage page; each part is read separately. */
export function useStorage() {
  const api = useApi()
  const may = useMay()
  const customers = useTenants()
  const tenant = () => customers.tenant
  const query = () => ({ tenant: customers.tenant })
  const days = ref(90)

  const usage = useLatest(
    tenant,
    async (signal) => (await api.GET('/api/storage/usage', { params: { query: query() }, signal })).data,
    { cacheAs: 'storage usage' },
  )
  const samples = useLatest(
    [tenant, days],
    async (signal) => {
      const params = { query: { ...query(), days: days.value } }
      return (await api.GET('/api/storage/samples', { params, signal })).data
    },
    { cacheAs: 'storage samples' },
  )
  const contents = useLatest(
    tenant,
    async (signal) => {
      const params = { query: { ...query(), limit: shownLineages } }
      return (await api.GET('/api/storage/contents', { params, signal })).data
    },
    { cacheAs: 'storage contents' },
  )
  const compliance = useLatest(
    tenant,
    (signal) =>
      allPages((page) => api.GET('/api/storage/compliance', { params: { query: { ...query(), ...page } }, signal })),
    { cacheAs: 'storage compliance', when: () => may('audit:read') },
  )
  const runs = useLatest(
    tenant,
    (signal) =>
      readMaintenanceRuns(async (cursor) => {
        const params = { query: { ...query(), limit: longestPage, cursor } }
        return pageOf(await api.GET('/api/policy-runs', { params, signal }))
      }, new Date()),
    { cacheAs: 'storage runs' },
  )
  /**
   * Whether the object store is available, polled every half minute. A service that is not ready does not report it.
   */
  const store = useLatest(useMinute(), async (signal) => (await api.GET('/ready', { signal })).data?.object_store)

  function again() {
    return Promise.all([usage.again(), samples.again(), contents.again(), compliance.again(), runs.again()])
  }

  useLiveRefresh(['storage.low', 'storage.enough'], usage.again)
  useLiveRefresh(['integrity.damaged', 'integrity.healed'], compliance.again)

  return { days, usage, samples, contents, compliance, runs, store, again }
}
