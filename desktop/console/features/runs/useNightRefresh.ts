import { useEventListener } from '@vueuse/core'
import { type Ref, watch } from 'vue'
import { useLiveRefresh } from '../../client/live.ts'
import { type Period, isWithin } from './night.ts'

/** In a night, many runs end in the same seconds. */
const settleMs = 5_000

/**
 * Reads a night again while it lasts: after events of its runs, and whenever `now` changes, because runs that begin or
 * end unchanged have no event. Reads it a last time after its end. A hidden page is read when it is shown again.
 */
export function useNightRefresh(
  now: Readonly<Ref<Date>>,
  period: () => Period | undefined,
  again: () => Promise<void>,
): void {
  const isCurrent = (at: Date) => isWithin(period(), at)
  let isMissed = false
  useLiveRefresh(['run.changed', 'run.partial', 'run.failed', 'run.blocked', 'device.recovered'], again, {
    settleMs,
    about: () => isCurrent(now.value),
  })
  watch(now, (at, before) => {
    if (!isCurrent(at) && !isCurrent(before)) return
    if (document.hidden) isMissed = true
    else void again()
  })
  useEventListener(document, 'visibilitychange', () => {
    if (document.hidden || !isMissed) return
    isMissed = false
    void again()
  })
}
