import type { Notifier } from '../../store/pg-notify.ts'

/**
 * Why a waiting poll is woken: there may be `work`, the state of the `agent` changed, or the poll is `over` because its
 * time ended or its client disconnected.
 */
export type WakeReason = 'work' | 'agent' | 'over'

/** A waiting poll. It misses no signal between two calls of `next`. */
export interface Waiting {
  /** Call it again when the claim for which it woke the poll has ended: others are woken for the jobs that remain. */
  next(): Promise<WakeReason>
  stop(): void
}

/** Wakes the polls of a tenant's agents on this replica. */
export interface JobNotifier {
  /** Waits for work of the tenant or a change of the agent, at most `waitMs` or until `gone`. */
  wait(who: { tenantId: string; agentId: string }, until: { waitMs: number; gone: AbortSignal }): Waiting
}

/**
 * Wakes polls of the tenants that a signal names. If a signal may have been missed, one query finds the tenants with
 * work: a thousand waiting polls must not each query the database. Nor must all of them claim one job: the one that
 * waited longest is woken first. Once it has claimed, others are woken while there is work, which may be for particular
 * agents: twice as many each time.
 * @param findDue returns tenants with a job that can be offered now
 * @param slowMs how long woken polls may take to claim before others are woken too
 */
export function createJobNotifier(
  signals: Pick<Notifier, 'on'>,
  findDue: () => Promise<string[]>,
  slowMs = 250,
): JobNotifier {
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
    queue.next = 1
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
      queue.claiming.add(wake)
      wake()
    }
    if (queue.notYetWoken > 0) queue.timer = setTimeout(() => void wakeMore(tenantId, queue), slowMs)
  }

  async function wakeMore(tenantId: string, queue: Queue) {
    clearTimeout(queue.timer)
    const due = await findDue().catch(() => [tenantId])
    if (due.includes(tenantId)) wakeSome(tenantId, queue)
  }

  function listenForWork(tenantId: string, wake: () => void): Listening {
    const queue = queues.get(tenantId) ?? emptyQueue()
    queues.set(tenantId, queue)
    queue.waiting.add(wake)
    const endClaim = () => {
      const isLast = queue.claiming.delete(wake) && queue.claiming.size === 0
      if (isLast && queue.notYetWoken > 0) void wakeMore(tenantId, queue)
    }
    return {
      endClaim,
      stop() {
        queue.waiting.delete(wake)
        queue.notYetWoken = Math.min(queue.notYetWoken, queue.waiting.size)
        endClaim()
        if (queue.waiting.size > 0) return
        clearTimeout(queue.timer)
        if (queues.get(tenantId) === queue) queues.delete(tenantId)
      },
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
      const work = listenForWork(tenantId, () => wake('work'))
      const stopAgent = listenForAgent(agentId, () => wake('agent'))
      const end = () => wake('over')
      const timer = setTimeout(end, waitMs)
      gone.addEventListener('abort', end, { once: true })
      return {
        async next() {
          if (woken === undefined) {
            work.endClaim()
            await new Promise<void>((resolve) => (resume = resolve))
          }
          const why = woken ?? 'over'
          if (why !== 'over') woken = undefined
          return why
        },
        stop() {
          work.stop()
          stopAgent()
          clearTimeout(timer)
          gone.removeEventListener('abort', end)
        },
      }
    },
  }
}

interface Listening {
  endClaim(): void
  stop(): void
}

/** The waiting polls of a tenant, the longest first, and the state of waking them. */
interface Queue {
  waiting: Set<() => void>
  /** Woken polls whose claims have not ended. */
  claiming: Set<() => void>
  /** How many polls are not yet woken for the latest work. */
  notYetWoken: number
  /** How many polls are woken next. */
  next: number
  timer: NodeJS.Timeout | undefined
}

function emptyQueue(): Queue {
  return { waiting: new Set(), claiming: new Set(), notYetWoken: 0, next: 1, timer: undefined }
}

/** The database is unavailable: the next poll tries again. */
function ignoreFailure() {}
