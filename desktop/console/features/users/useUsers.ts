import { computed } from 'vue'
import { allPages } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** A user of any customer; `undefined` until loaded, `null` if the id does not exist. */
export function useUser(id: () => string) {
  const api = useApi()
  const { data, ...reading } = useLatest([], (signal) =>
    allPages((query) => api.GET('/api/users', { params: { query }, signal })),
  )
  const user = computed(() => data.value && (data.value.find((one) => one.id === id()) ?? null))
  return { user, ...reading }
}
