import { useQuery } from '@tanstack/vue-query'
import { type MaybeRefOrGetter, type WatchSource, computed, shallowRef, toValue, watch } from 'vue'
import { type Read, cachedMs, isPresentable, queryClient } from '../client/query-client.ts'
import { problemIn } from './problem.ts'

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
  /** When the sources got their current values, in ms since 1970. */
  let currentSince = Date.now()
  const enabled = computed(() => toValue(how.when) !== false)
  const queryKey = computed(() => [name, ...[sources].flat().map((source) => toValue(source) as unknown)])
  const query = useQuery(
    () => ({
      queryKey: queryKey.value,
      queryFn: async ({ signal }): Promise<Read<T>> => {
        const begunAt = Date.now()
        return { result: await work(signal), begunAt }
      },
      enabled: enabled.value,
      gcTime: isCached ? cachedMs : 0,
      shallow: true,
    }),
    queryClient,
  )
  watch(
    () => JSON.stringify(queryKey.value),
    () => (currentSince = Date.now()),
    { flush: 'sync' },
  )
  const data = shallowRef<T>()
  const failure = shallowRef<Error>()

  /** Data read before is shown only after a success, and not if the user has changed something since. */
  function take() {
    const read = query.status.value === 'success' ? query.data.value : undefined
    if (!read || (read.begunAt < currentSince && !isPresentable(read))) return
    data.value = read.result
    failure.value = undefined
  }

  /** What the user must no longer see disappears. */
  function fail() {
    const error = query.error.value
    if (!error || query.errorUpdatedAt.value < currentSince) return
    failure.value = error
    if (isCached && [403, 404].includes(problemIn(error)?.status ?? 0)) data.value = undefined
  }

  watch([query.status, query.data], take, { immediate: true, flush: 'sync' })
  watch([query.error, query.errorUpdatedAt], fail, { flush: 'sync' })
  watch(enabled, (isOn) => isOn || stop())

  const stop = () => queryClient.cancelQueries({ queryKey: queryKey.value, exact: true })

  async function again(): Promise<void> {
    if (!enabled.value) return
    if (query.isPending.value) await stop() // the first run may have read what has changed since
    await query.refetch()
  }

  return { data, failure, loading: query.isFetching, again }
}
