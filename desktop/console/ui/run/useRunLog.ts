import { useIntervalFn } from '@vueuse/core'
import { type MaybeRefOrGetter, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useApi } from '../../client/session.ts'

export type LogLine = components['schemas']['LogLine']

const pollMs = 1_500
const pageLines = 1_000

/** The lines of a run's log so far. New ones are polled while `isOpen` is true, and once more afterwards. */
export function useRunLog(runId: MaybeRefOrGetter<string>, isOpen: MaybeRefOrGetter<boolean>) {
  const api = useApi()
  const lines = shallowRef<LogLine[]>([])
  const failure = shallowRef<Error>()
  const loading = ref(true)
  let current = new AbortController()
  let isReading = false

  async function more(): Promise<void> {
    if (isReading) return
    isReading = true
    const { signal } = current
    try {
      for (let isFull = true; isFull;) {
        const path = { run_id: toValue(runId) }
        const query = { after: lines.value.at(-1)?.seq ?? 0, limit: pageLines }
        const { data = [] } = await api.GET('/api/runs/{run_id}/log', { params: { path, query }, signal })
        if (signal.aborted) return
        if (data.length > 0) lines.value = lines.value.concat(data)
        isFull = data.length === pageLines
      }
      failure.value = undefined
    } catch (error) {
      if (!signal.aborted) failure.value = error as Error
    } finally {
      if (!signal.aborted) isReading = loading.value = false
    }
  }

  watch(
    () => toValue(runId),
    () => {
      current.abort()
      current = new AbortController()
      lines.value = []
      isReading = false
      loading.value = true
      void more()
    },
    { immediate: true },
  )
  watch(
    () => toValue(isOpen),
    () => void more(),
  )
  useIntervalFn(() => {
    if (toValue(isOpen) && !document.hidden) void more()
  }, pollMs)
  onScopeDispose(() => current.abort())
  return { lines, failure, loading, more }
}
