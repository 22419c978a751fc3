import type { PeriodicSetting } from './run-periodic.ts'
import type { WorkSignal } from './schedule.ts'

/** Ends a wait when the database signals work, and after `everyMs` at the latest. */
export interface WakeSignal {
  /** Ends the current wait, or the next one if no wait is active. */
  wake(): void
  wait(): Promise<void>
}

export function createWakeSignal(
  { everyMs, onWork, stopping }: Pick<PeriodicSetting, 'everyMs' | 'onWork' | 'stopping'>,
  signal: WorkSignal,
): WakeSignal {
  let isSignalled = false
  let endWait: (() => void) | undefined
  const wake = () => {
    isSignalled = true
    endWait?.()
  }
  onWork(signal, wake)
  stopping.addEventListener('abort', wake)
  return {
    wake,
    async wait() {
      if (!isSignalled) {
        const { promise, resolve } = Promise.withResolvers<void>()
        endWait = resolve
        const timer = setTimeout(resolve, everyMs)
        await promise
        clearTimeout(timer)
        endWait = undefined
      }
      isSignalled = false
    },
  }
}
