import { type MaybeRefOrGetter, type WatchSource, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import { isUnreached } from '../client/api.ts'
import { connection } from '../client/connection.ts'

/**
 * Runs `work` now and whenever a source changes. Each run aborts the previous one, and late results are ignored; all
 * end with the page. What an outage of the service prevented runs again after it.
 * @param how `when` false: does not run
 * @returns `data`: the last successful result, which remains if another run fails; `again` runs it once more
 */
export function useLatest<T>(
  sources: WatchSource | WatchSource[],
  work: (signal: AbortSignal) => Promise<T>,
  how: { when?: MaybeRefOrGetter<boolean> } = {},
) {
  const data = shallowRef<T>()
  const failure = shallowRef<Error>()
  const loading = ref(false)
  let current: AbortController | undefined

  async function again(): Promise<void> {
    current?.abort()
    if (toValue(how.when) === false) return void (loading.value = false)
    const mine = (current = new AbortController())
    loading.value = true
    try {
      const answer = await work(mine.signal)
      if (mine.signal.aborted) return
      data.value = answer
      failure.value = undefined
    } catch (error) {
      if (mine.signal.aborted) return
      failure.value = error as Error
    }
    loading.value = false
  }

  watch([...(Array.isArray(sources) ? sources : [sources]), () => toValue(how.when)], again, { immediate: true })
  const forget = connection.onBack(() => {
    if (loading.value || isUnreached(failure.value)) void again()
  })
  onScopeDispose(() => {
    forget()
    current?.abort()
  })
  return { data, failure, loading, again }
}
