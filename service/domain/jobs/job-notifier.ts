import type { Notifier } from '../../store/pg-notify.ts'

/**
 * Why a waiting poll is woken: there may be `work`, the state of the `agent` changed, or the poll is `over` because its
 * time ended or its client disconnected.
 */
export type WakeReason = 'work' | 'agent' | 'over'

/** A waiting poll. It misses no signal between two calls of `next`. */
export interface Waiting {
  next(): Promise<WakeReason>
  stop(): void
}

/** Wakes the polls of a tenant's agents on this replica. */
export interface JobNotifier {
  /** Waits for work of the tenant or a change of the agent, at most `waitMs` or until `gone`. */
  wait(who: { tenantId: string; agentId: string }, until: { waitMs: number; gone: AbortSignal }): Waiting
}

/** How many polls are woken at first for a tenant's work: each claims, and only one gets a single job. */
const firstWoken = 2

/** How long these may take to claim before more polls are woken, twice as many each time. */
const pauseMs = 25

/**
 * Wakes polls of the tenants that a signal names. If a signal may have been missed, one query finds the tenants with
 * work: a thousand waiting polls must not each query the database. Nor must all of them claim one job: those that
 * waited longest are woken first, and others only while there is work, which may be for particular agents.
 * @param findDue returns tenants with a job that can be offered now
 */
export function createJobNotifier(signals: Pick<Notifier, 'on'>, findDue: () => Promise<string[]>): JobNotifier {
  const ofAgents = new Map<string, Set<() => void>>()
  const queues = new Map<string, Queue>()
  signals.on('jobs', (tenantId) => {
    if (tenantId !== null) notifyTenant(tenantId)
    else if (queues.size > 0) findDue().then((due) => due.forEach(notifyTenant), ignoreFailure)
  })
  signals.on('agents', (agentId) => {
    if (agentId !== null) ofAgents.get(agentId)?.forEach((wake) => wake())
  })

  function notifyTenant(tenantId: string) {
    const queue = queues.get(tenantId)
    if (!queue) return
    queue.notYetWoken = queue.waiting.size
    queue.next = firstWoken
    wakeSome(tenantId, queue)
  }

  function wakeSome(tenantId: string, queue: Queue) {
    clearTimeout(queue.timer)
    const some = [...queue.waiting].slice(0, Math.min(queue.next, queue.notYetWoken))
    queue.notYetWoken -= some.length
    queue.next *= 2
    for (const wake of some) {
      queue.waiting.delete(wake) // to the end of the queue
      queue.waiting.add(wake)
      wake()
    }
    if (queue.notYetWoken > 0) queue.timer = setTimeout(() => void wakeMore(tenantId, queue), pauseMs)
  }

  async function wakeMore(tenantId: string, queue: Queue) {
    const due = await findDue().catch(() => [tenantId])
    if (due.includes(tenantId)) wakeSome(tenantId, queue)
  }

  function listenForWork(tenantId: string, wake: () => void): () => void {
    const queue = queues.get(tenantId) ?? { waiting: new Set(), notYetWoken: 0, next: firstWoken, timer: undefined }
    queues.set(tenantId, queue)
    queue.waiting.add(wake)
    return () => {
      queue.waiting.delete(wake)
      queue.notYetWoken = Math.min(queue.notYetWoken, queue.waiting.size)
      if (queue.waiting.size > 0) return
      clearTimeout(queue.timer)
      if (queues.get(tenantId) === queue) queues.delete(tenantId)
    }
  }

  function listenForAgent(agentId: string, wake: () => void): () => void {
    const wakes = ofAgents.get(agentId) ?? new Set()
    ofAgents.set(agentId, wakes.add(wake))
    return () => {
      wakes.delete(wake)
      if (wakes.size === 0) ofAgents.delete(agentId)
    }
  }

  return {
    wait({ tenantId, agentId }, { waitMs, gone }) {
      let woken: WakeReason | undefined = gone.aborted ? 'over' : undefined
      let resume: (() => void) | undefined
      const wake = (why: WakeReason) => {
        if (woken === undefined || (woken === 'work' && why === 'agent') || why === 'over') woken = why
        resume?.()
      }
      const offs = [listenForWork(tenantId, () => wake('work')), listenForAgent(agentId, () => wake('agent'))]
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

/** The waiting polls of a tenant, the longest first, and the state of waking them. */
interface Queue {
  waiting: Set<() => void>
  /** How many polls are not yet woken for the latest work. */
  notYetWoken: number
  /** How many polls are woken next. */
  next: number
  timer: NodeJS.Timeout | undefined
}

/** The database is unavailable: the next poll tries again. */
function ignoreFailure() {}
