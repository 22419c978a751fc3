import { useTimeoutFn } from '@vueuse/core'
import { computed, watch } from 'vue'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../useLatest.ts'
import { type Batch, readProgress, remainingMs } from './activity.ts'

const intervalMs = 3_000
/** Larger batches are read less often, because each reading lists them. */
const intervalPerRunMs = 3

/** The progress of batches, read again until all their runs have ended. `total` may be unknown. */
export function useProgress(batches: () => readonly (Pick<Batch, 'at'> & Partial<Batch>)[]) {
  const api = useApi()
  const key = computed(() => JSON.stringify(batches()))
  const { data, loading, again } = useLatest(
    key,
    async (signal) => {
      const of = key.value
      const all = batches()
      const tenants = new Set(all.map(({ tenant }) => tenant))
      const known = data.value?.of === of ? data.value.total : sumOf(all)
      const tenant = tenants.size === 1 ? all[0]?.tenant : undefined
      const progress = await readProgress(api, { times: all.map(({ at }) => at), tenant, total: known }, signal)
      const since = all.map(({ at }) => at).sort()[0]!
      return { of, ...progress, leftMs: remainingMs(progress, since, new Date()) }
    },
    { when: () => batches().length > 0 },
  )
  const progress = computed(() => (data.value?.of === key.value ? data.value : undefined))
  const isOver = computed(() => progress.value !== undefined && progress.value.done === progress.value.total)
  const { start, stop } = useTimeoutFn(again, () => intervalMs + (progress.value?.total ?? 0) * intervalPerRunMs, {
    immediate: false,
  })
  watch([loading, isOver, () => batches().length], ([isLoading, over, count]) => {
    if (count > 0 && !isLoading && !over) start()
    else stop()
  })
  return { progress, isOver, again }
}

function sumOf(batches: readonly Partial<Batch>[]): number | undefined {
  return batches.reduce<number | undefined>(
    (sum, { total }) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  )
}
