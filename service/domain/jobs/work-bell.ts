import type { Signals } from '../../store/signals.ts'

/**
 * Why somebody who waits is woken: there may be `work`; something happened to the `agent` itself; it is `over`, because
 * the time is, or nobody listens any more.
 */
export type Woken = 'work' | 'agent' | 'over'

/** Somebody who waits. Nothing is missed between one `next` and another. */
export interface Waiting {
  next(): Promise<Woken>
  stop(): void
}

/** Wakes the polls of a customer's agents on this replica. */
export interface WorkBell {
  /** Listens for a customer's work, and for what happens to the agent, for `waitMs` at most, or until `gone`. */
  wait(who: { tenantId: string; agentId: string }, until: { waitMs: number; gone: AbortSignal }): Waiting
}

/**
 * Rings for the customers that a signal names. Where a signal may have been missed, one query says for whom there is
 * work: a thousand polls that wait must not each ask the database.
 * @param findDue customers that have a job which could be offered now
 */
export function createWorkBell(signals: Pick<Signals, 'on'>, findDue: () => Promise<string[]>): WorkBell {
  const waiting = new Map<string, Set<() => void>>()
  const ring = (name: string) => waiting.get(name)?.forEach((wake) => wake())
  signals.on('jobs', (tenantId) => {
    if (tenantId !== null) ring(tenantId)
    else if (waiting.size > 0) findDue().then((due) => due.forEach(ring), noAnswer)
  })
  signals.on('agents', (agentId) => {
    if (agentId !== null) ring(agentId)
  })

  /** Ids of customers and of agents are never the same. */
  function listen(name: string, wake: () => void): () => void {
    const wakes = waiting.get(name) ?? new Set()
    waiting.set(name, wakes.add(wake))
    return () => {
      wakes.delete(wake)
      if (wakes.size === 0) waiting.delete(name)
    }
  }

  return {
    wait({ tenantId, agentId }, { waitMs, gone }) {
      let woken: Woken | undefined = gone.aborted ? 'over' : undefined
      let resume: (() => void) | undefined
      const wake = (why: Woken) => {
        if (woken === undefined || (woken === 'work' && why === 'agent') || why === 'over') woken = why
        resume?.()
      }
      const offs = [listen(tenantId, () => wake('work')), listen(agentId, () => wake('agent'))]
      const end = () => wake('over')
      const timer = setTimeout(end, waitMs)
      gone.addEventListener('abort', end, { once: true })
      return {
        async next() {
          if (woken === undefined) await new Promise<void>((resolve) => (resume = resolve))
          const why = woken ?? 'over'
          if (why !== 'over') woken = undefined
          return why
        },
        stop() {
          offs.forEach((off) => off())
          clearTimeout(timer)
          gone.removeEventListener('abort', end)
        },
      }
    },
  }
}

/** The database is away: the next poll asks again. */
function noAnswer() {}
