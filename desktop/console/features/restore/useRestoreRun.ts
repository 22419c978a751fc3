import { useIntervalFn } from '@vueuse/core'
import { computed, ref } from 'vue'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { isOpen } from './restore-state.ts'

const pollMs = 2_000
const maxFollowers = 100

/** A restore and its follow-up runs: confirmations and outcome checks. */
export function useRestoreRun(id: () => string) {
  const api = useApi()
  const readMs = ref(Date.now())
  const found = useLatest(id, async (signal) => {
    const { data: run } = await api.GET('/api/runs/{run_id}', { params: { path: { run_id: id() } }, signal })
    readMs.value = Date.now()
    return run!
  })
  const run = computed(() => (found.data.value?.id === id() ? found.data.value : undefined))
  const followers = useLatest(
    () => `${run.value?.id} ${run.value?.status}`,
    async (signal) => {
      const { id: restoreId, device_id, queued_at: since } = run.value!
      const query = { device_id, since, limit: maxFollowers }
      const { data = [] } = await api.GET('/api/runs', { params: { query }, signal })
      return data.filter(({ id: own, restore }) => own !== restoreId && restore?.run_id === restoreId)
    },
    { when: () => run.value !== undefined },
  )
  const isLive = computed(
    () => run.value !== undefined && (isOpen(run.value) || (followers.data.value ?? []).some(isOpen)),
  )

  async function again() {
    await Promise.all([found.again(), followers.again()])
  }
  useLiveRefresh(['restore.state'], again)
  useIntervalFn(() => {
    if (isLive.value && !found.loading.value && !document.hidden) void again()
  }, pollMs)
  return { run, followers: followers.data, failure: found.failure, loading: found.loading, readMs, isLive, again }
}
