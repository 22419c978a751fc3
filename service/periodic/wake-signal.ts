import type { PeriodicSetting } from './run-periodic.ts'

/** Rings when there may be work, and in any case after a while. */
export interface Bell {
  ring(): void
  wait(): Promise<void>
}

export function createBell({
  everyMs,
  onWork,
  stopping,
}: Pick<PeriodicSetting, 'everyMs' | 'onWork' | 'stopping'>): Bell {
  let isRung = false
  let wake: (() => void) | undefined
  const ring = () => {
    isRung = true
    wake?.()
  }
  onWork(ring)
  stopping.addEventListener('abort', ring)
  return {
    ring,
    async wait() {
      if (!isRung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, everyMs)
        await promise
        clearTimeout(timer)
        wake = undefined
      }
      isRung = false
    },
  }
}
