import { computed } from 'vue'
import { allPages } from '../client/paging.ts'
import { useApi, useSession } from '../client/session.ts'
import { useLatest } from './useLatest.ts'

/** The custom roles of a customer, or of the platform for null, if the user may see them. */
export function useCustomRoles(tenant: () => string | null) {
  const api = useApi()
  const session = useSession()
  const all = useLatest(
    [],
    (signal) => allPages((page) => api.GET('/api/roles', { params: { query: page }, signal })),
    { when: () => session.may('tenant:manage') },
  )
  return computed(() => (all.data.value ?? []).filter((role) => role.tenant_id === tenant()))
}
