import { useIntervalFn } from '@vueuse/core'
import { type MaybeRefOrGetter, toValue } from 'vue'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { isUnderWay } from '../../ui/run/run-state.ts'

const pollMs = 1_500

/** A run, polled while it is open. */
export function useRun(id: MaybeRefOrGetter<string>) {
  const api = useApi()
  const { data, failure, loading, again } = useLatest(
    () => toValue(id),
    async (signal) => {
      const { data: run } = await api.GET('/api/runs/{run_id}', { params: { path: { run_id: toValue(id) } }, signal })
      return run
    },
  )
  useIntervalFn(() => {
    if (data.value && isFollowed(data.value) && !loading.value && !document.hidden) void again()
  }, pollMs)
  return { run: data, failure, loading, again }
}

function isFollowed(run: Parameters<typeof isUnderWay>[0]): boolean {
  return isUnderWay(run) || run.status === 'awaiting_confirmation'
}
