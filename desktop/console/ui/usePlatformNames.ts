import { computed } from 'vue'
import { useApi } from '../client/session.ts'
import { useLatest } from './useLatest.ts'

/** Platforms by display name; '' until the names are read, because ids would be replaced a moment later. */
export function usePlatformNames() {
  const api = useApi()
  const { data } = useLatest([], async (signal) => (await api.GET('/api/platforms', { signal })).data ?? [])
  return {
    platforms: computed(() => data.value?.map(({ id, name }) => ({ value: id as string, label: name })) ?? []),
    nameOf: (id: string) => (data.value ? (data.value.find((one) => one.id === id)?.name ?? id) : ''),
  }
}
