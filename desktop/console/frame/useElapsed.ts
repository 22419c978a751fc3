import { useIntervalFn } from '@vueuse/core'
import { type Ref, computed, ref, watch } from 'vue'

/** Returns the time since `since` in milliseconds, updated every second; undefined while `since` is undefined. */
export function useElapsed(since: Readonly<Ref<number | undefined>>) {
  const now = ref(Date.now())
  const { pause, resume } = useIntervalFn(() => (now.value = Date.now()), 1_000, { immediate: false })
  watch(
    since,
    (at) => {
      now.value = Date.now()
      if (at === undefined) pause()
      else resume()
    },
    { immediate: true },
  )
  return computed(() => (since.value === undefined ? undefined : Math.max(0, now.value - since.value)))
}
