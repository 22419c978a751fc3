import type { Signals } from '../../store/signals.ts'

/** Somebody who waits: `next` resolves when there may be work, or the time is over. Nothing is missed in between. */
export interface Waiting {
  /** Resolves to false when it is no use to look again: the time is over, or nobody listens any more. */
  next(): Promise<boolean>
  stop(): void
}

/**
 * Listens for a customer's work from now on, for `waitMs` at most, or until `gone`. A poll of the database's
 * notifications wakes too, at a moment of its own for each who waits, so that they do not all ask at once.
 */
export function waitForWork(
  signals: Pick<Signals, 'on'>,
  tenantId: string,
  { waitMs, gone, spreadMs = 2_000 }: { waitMs: number; gone: AbortSignal; spreadMs?: number },
): Waiting {
  let woken = false
  let over = gone.aborted
  let resume: (() => void) | undefined
  const wake = () => {
    woken = true
    resume?.()
  }
  const end = () => {
    over = true
    resume?.()
  }
  let later: NodeJS.Timeout | undefined
  const off = signals.on('jobs', (payload) => {
    if (payload === tenantId) wake()
    else if (payload === null) later ??= setTimeout(() => ((later = undefined), wake()), Math.random() * spreadMs)
  })
  const timer = setTimeout(end, waitMs)
  gone.addEventListener('abort', end, { once: true })
  return {
    async next() {
      if (!woken && !over) await new Promise<void>((resolve) => (resume = resolve))
      woken = false
      return !over
    },
    stop() {
      off()
      clearTimeout(timer)
      clearTimeout(later)
      gone.removeEventListener('abort', end)
    },
  }
}
