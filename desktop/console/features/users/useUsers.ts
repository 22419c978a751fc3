import { computed } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { allPages } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** Users of the chosen customer, or all, by e-mail address. */
export function useUsers() {
  const customers = useTenants()
  return useUsersOf(() => customers.tenant)
}

function useUsersOf(tenant: () => string | undefined) {
  const api = useApi()
  return useLatest(tenant, (signal) =>
    allPages((page) => api.GET('/api/users', { params: { query: { ...page, tenant: tenant() } }, signal })),
  )
}

/** A user of any customer; `undefined` until loaded, `null` if the id does not exist. */
export function useUser(id: () => string) {
  const { data, ...reading } = useUsersOf(() => undefined)
  const user = computed(() => data.value && (data.value.find((one) => one.id === id()) ?? null))
  return { user, ...reading }
}
