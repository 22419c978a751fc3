import { useApi } from '../client/session.ts'
import { useLatest } from './useLatest.ts'

/** Reads the platforms that the service supports. */
export function usePlatforms() {
  const api = useApi()
  return useLatest([], async (signal) => (await api.GET('/api/platforms', { signal })).data ?? [], {
    cacheAs: 'platforms',
  })
}
