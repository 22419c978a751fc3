import { useQuery } from '@tanstack/vue-query'
import { type MaybeRefOrGetter, type WatchSource, computed, shallowRef, toValue, watch } from 'vue'
import { cachedMs, queryClient } from '../client/query-client.ts'

let unnamed = 0

/**
 * Runs `work` now and whenever the value of a source changes. Each run aborts the previous one, and late results are
 * ignored; all end with the page. What an outage of the service prevented runs again after it.
 * @param sources all that determines the result, as values that JSON can represent
 * @param how `when` false: does not run. `cacheAs`: name under which results remain in memory when the page closes; the
 *   next page shows them at once while it reads them again. Not for texts of configurations, nor for what a form edits
 * @returns `data`: the last successful result, which remains if another run fails; `again` runs it once more
 */
export function useLatest<T>(
  sources: WatchSource | WatchSource[],
  work: (signal: AbortSignal) => Promise<T>,
  how: { when?: MaybeRefOrGetter<boolean>; cacheAs?: string } = {},
) {
  const isCached = how.cacheAs !== undefined
  const name = how.cacheAs ?? `unnamed ${(unnamed += 1)}`
  const enabled = computed(() => toValue(how.when) !== false)
  const queryKey = computed(() => [name, ...[sources].flat().map((source) => toValue(source) as unknown)])
  const query = useQuery(
    () => ({
      queryKey: queryKey.value,
      queryFn: async ({ signal }) => ({ result: await work(signal) }),
      enabled: enabled.value,
      gcTime: isCached ? cachedMs : 0,
      structuralSharing: isCached,
      shallow: true,
    }),
    queryClient,
  )
  const data = shallowRef<T>()
  watch(query.data, (answer) => answer && (data.value = answer.result), { immediate: true, flush: 'sync' })
  watch(enabled, (isOn) => isOn || stop())

  const stop = () => queryClient.cancelQueries({ queryKey: queryKey.value, exact: true })

  async function again(): Promise<void> {
    if (!enabled.value) return
    if (query.isPending.value) await stop() // the first run may have read what has changed since
    await query.refetch()
  }

  return { data, failure: computed(() => query.error.value ?? undefined), loading: query.isFetching, again }
}
