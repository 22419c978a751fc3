import { ref } from 'vue'
import { allPages } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useTenants } from '../../client/tenants.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** Restores of the chosen customer that wait for confirmation, and the effective restore policy. */
export function useWaitingRestores() {
  const api = useApi()
  const customers = useTenants()
  const tenant = () => customers.tenant
  /** Start of the countdown: when they were read. */
  const readMs = ref(Date.now())
  const waiting = useLatest(tenant, async (signal) => {
    const query = { kind: 'restore', status: 'awaiting_confirmation', tenant: tenant() } as const
    const runs = await allPages((page) => api.GET('/api/runs', { params: { query: { ...query, ...page } }, signal }))
    readMs.value = Date.now()
    return runs.toSorted((a, b) => (a.restore?.remaining_seconds ?? 0) - (b.restore?.remaining_seconds ?? 0))
  })
  const policy = useLatest(tenant, async (signal) => {
    const params = { query: { tenant: tenant() } }
    return (await api.GET('/api/restore/effective', { params, signal })).data
  })
  return { waiting, readMs, policy }
}
