import { type WatchSource, onScopeDispose, ref, shallowRef, watch } from 'vue'

/**
 * Reads on behind what a page has loaded, once at a time. What comes after a source has changed, after `stop` or after the
 * end of the page is given up: it would be appended to something else.
 * @param read to leave everything as it is when `signal` is aborted by the time of the answer
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
