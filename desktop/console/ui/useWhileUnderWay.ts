import { useIntervalFn } from '@vueuse/core'

const intervalMs = 3_000

/** Reads again every few seconds while runs are under way: events report the end of some runs only. */
export function useWhileUnderWay(isUnderWay: () => boolean, again: () => Promise<unknown>): void {
  let isReading = false
  useIntervalFn(async () => {
    if (document.hidden || isReading || !isUnderWay()) return
    isReading = true
    await again().finally(() => (isReading = false))
  }, intervalMs)
}
