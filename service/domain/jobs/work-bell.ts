import type { Signals } from '../../store/signals.ts'

/** Somebody who waits: `next` resolves when there may be work, or the time is over. Nothing is missed in between. */
export interface Waiting {
  /** Resolves to false when it is no use to look again: the time is over, or nobody listens any more. */
  next(): Promise<boolean>
  stop(): void
}

/** Wakes the polls of a customer's agents on this replica. */
export interface WorkBell {
  /** Listens for a customer's work from now on, for `waitMs` at most, or until `gone`. */
  wait(tenantId: string, until: { waitMs: number; gone: AbortSignal }): Waiting
}

/**
 * Rings for the customers that a signal names. Where a signal may have been missed, one query says for whom there is
 * work: a thousand polls that wait must not each ask the database.
 * @param findDue customers that have a job which could be offered now
 */
export function createWorkBell(signals: Pick<Signals, 'on'>, findDue: () => Promise<string[]>): WorkBell {
  const waiting = new Map<string, Set<() => void>>()
  const ring = (tenantId: string) => waiting.get(tenantId)?.forEach((wake) => wake())
  signals.on('jobs', (tenantId) => {
    if (tenantId !== null) ring(tenantId)
    else if (waiting.size > 0) findDue().then((due) => due.forEach(ring), noAnswer)
  })

  function listen(tenantId: string, wake: () => void): () => void {
    const wakes = waiting.get(tenantId) ?? new Set()
    waiting.set(tenantId, wakes.add(wake))
    return () => {
      wakes.delete(wake)
      if (wakes.size === 0) waiting.delete(tenantId)
    }
  }

  return {
    wait(tenantId, { waitMs, gone }) {
      let woken = false
      let over = gone.aborted
      let resume: (() => void) | undefined
      const off = listen(tenantId, () => {
        woken = true
        resume?.()
      })
      const end = () => {
        over = true
        resume?.()
      }
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
          gone.removeEventListener('abort', end)
        },
      }
    },
  }
}

/** The database is away: the next poll asks again. */
function noAnswer() {}
