import { computed } from 'vue'
import { usePlatforms } from './usePlatforms.ts'

/** Platforms by display name; '' until the names are read, because ids would be replaced a moment later. */
export function usePlatformNames() {
  const { data } = usePlatforms()
  return {
    platforms: computed(() => data.value?.map(({ id, name }) => ({ value: id as string, label: name })) ?? []),
    nameOf: (id: string) => (data.value ? (data.value.find((one) => one.id === id)?.name ?? id) : ''),
  }
}
