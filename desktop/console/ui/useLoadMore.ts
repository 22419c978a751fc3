import { type WatchSource, onScopeDispose, ref, shallowRef, watch } from 'vue'

/**
 * Loads further pages, one at a time. A result after a source changed, after `stop` or after the page ended is dropped.
 * @param read must change nothing if `signal` is aborted when the response arrives
 */
export function useLoadMore(sources: WatchSource | WatchSource[], read: (signal: AbortSignal) => Promise<void>) {
  const loading = ref(false)
  const failure = shallowRef<Error>()
  let current: AbortController | undefined

  async function more(): Promise<void> {
    if (loading.value) return
    const { signal } = (current = new AbortController())
    loading.value = true
    failure.value = undefined
    try {
      await read(signal)
    } catch (error) {
      if (!signal.aborted) failure.value = error as Error
    }
    if (!signal.aborted) loading.value = false
  }

  function stop(): void {
    current?.abort()
    loading.value = false
    failure.value = undefined
  }

  watch(sources, stop)
  onScopeDispose(stop)
  return { loading, failure, more, stop }
}
