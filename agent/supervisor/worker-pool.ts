import type { Worker, WorkerOptions } from 'node:worker_threads'
import { isOfRestore } from '../../shared/agent-protocol/restore-kinds.ts'
import type { StopReason } from '../job-aborted.ts'
import { releaseSlot } from '../repository/memory-budget.ts'
import type { FromWorker, StartedJob, ToWorker, WorkerStart } from './worker-messages.ts'

/** The collector workers of one session. */
export interface WorkerPool {
  /**
   * Assigns the job to the worker with the fewest jobs. Workers start when they are first needed. A job that changes a
   * device has its own worker, so that a hanging job of another device cannot end it during its commit.
   */
  run(job: StartedJob): void
  stop(leaseId: string, reason: StopReason): void
  abandon(leaseId: string): void
  /**
   * Terminates the worker of this job immediately, which closes its sockets. All its jobs are then reported as lost.
   */
  kill(leaseId: string): void
  /** Terminates all workers; nothing is reported afterwards. */
  close(): Promise<void>
}

/** Events of the workers. */
export interface WorkerPoolEvents {
  opened(leaseId: string, reportKey: Uint8Array): void
  /** Its current step is irreversible. */
  committing(leaseId: string): void
  result(leaseId: string): void
  done(leaseId: string): void
  /** A worker was killed or crashed, with these jobs. */
  lost(leaseIds: string[]): void
  warn(line: string): void
}

export interface WorkerPoolSettings {
  size: number
  start: Omit<WorkerStart, 'slot'>
  spawn: (options: WorkerOptions) => Worker
  /** How often a worker with jobs is pinged, and how long its reply may take, in milliseconds. */
  pingMs: number
  silentMs: number
  /** A worker without jobs for this time is terminated: between backup windows an agent needs little memory. */
  idleMs: number
}

/** Number of restores, confirmations and checks that run concurrently, in addition to other jobs. */
export const restoreSlots = 4

/** Returns the number of workers that may use the memory budget: active ones, and those whose threads are ending. */
export function slotsFor(size: number): number {
  return (size + restoreSlots) * 4
}

interface Member {
  worker: Worker
  slot: number
  leases: Set<string>
  lastHeartbeatAt: number
  /** Runs only jobs of restores, one at a time. */
  isForRestores: boolean
}

export function createWorkerPool(settings: WorkerPoolSettings, events: WorkerPoolEvents): WorkerPool {
  const { size, start, spawn, pingMs, silentMs, idleMs } = settings
  const members = new Set<Member>()
  const slots = new Set<number>() // a slot is free again when its thread has ended
  const ping = setInterval(checkWorkers, pingMs)

  function memberFor(job: StartedJob): Member {
    const isForRestores = isOfRestore(job)
    const those = [...members].filter((member) => member.isForRestores === isForRestores)
    const least = those.sort((a, b) => a.leases.size - b.leases.size)[0]
    if (least && (least.leases.size === 0 || (!isForRestores && those.length >= size))) return least
    return spawnMember(isForRestores)
  }

  function spawnMember(isForRestores: boolean): Member {
    const slot = Array.from({ length: slotsFor(size) }, (_, at) => at).find((at) => !slots.has(at)) ?? 0
    slots.add(slot)
    const workerData: WorkerStart = { ...start, slot }
    const member: Member = {
      worker: spawn({
        workerData,
        env: workerEnvironment(process.env),
        name: `collector ${slot + 1}`,
      }),
      slot,
      leases: new Set(),
      lastHeartbeatAt: performance.now(),
      isForRestores,
    }
    members.add(member)
    member.worker.on('message', (message: FromWorker) => onMessage(member, message))
    member.worker.on('error', (error) => terminate(member, `a collector worker failed: ${error.message}`))
    member.worker.on('exit', () => terminate(member, 'a collector worker exited unexpectedly'))
    return member
  }

  function onMessage(member: Member, message: FromWorker) {
    member.lastHeartbeatAt = performance.now()
    if (!members.has(member)) return
    if (message.type === 'opened') events.opened(message.leaseId, message.reportKey)
    else if (message.type === 'committing') events.committing(message.leaseId)
    else if (message.type === 'result') events.result(message.leaseId)
    else if (message.type === 'trouble') events.warn(message.line)
    else if (message.type === 'done') {
      member.leases.delete(message.leaseId)
      events.done(message.leaseId)
    }
  }

  function terminate(member: Member, why: string) {
    if (!release(member)) return
    events.warn(`${why}; jobs lost with it: ${member.leases.size}`)
    events.lost([...member.leases])
  }

  function release(member: Member): boolean {
    if (!members.delete(member)) return false
    void member.worker.terminate().then(() => {
      releaseSlot(start.budget, member.slot)
      slots.delete(member.slot)
    })
    return true
  }

  /** Detects a blocked thread, whose jobs would otherwise all wait for their deadlines. */
  function checkWorkers() {
    const now = performance.now()
    for (const member of members) {
      if (member.leases.size === 0) {
        if (now - member.lastHeartbeatAt > idleMs) release(member)
      } else if (now - member.lastHeartbeatAt > silentMs) terminate(member, 'a collector worker hangs and was killed')
      else post(member, { type: 'ping' })
    }
  }

  const post = (member: Member | undefined, message: ToWorker) => member?.worker.postMessage(message)
  const memberOf = (leaseId: string) => [...members].find(({ leases }) => leases.has(leaseId))

  return {
    run(job) {
      const member = memberFor(job)
      if (member.leases.size === 0) member.lastHeartbeatAt = performance.now()
      member.leases.add(job.leaseId)
      post(member, { type: 'run', job })
    },
    stop: (leaseId, reason) => post(memberOf(leaseId), { type: 'stop', leaseId, reason }),
    abandon: (leaseId) => post(memberOf(leaseId), { type: 'give-up', leaseId }),
    kill(leaseId) {
      const member = memberOf(leaseId)
      if (member) terminate(member, 'a collector worker was killed because its job did not stop')
    },
    async close() {
      clearInterval(ping)
      const last = [...members]
      members.clear()
      await Promise.all(last.map(({ worker }) => worker.terminate()))
    },
  }
}

/** Returns the only part of the environment that a worker needs: the proxy variables, and Node's compile cache. */
function workerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const needed = /^((https?|no)_proxy|NODE_COMPILE_CACHE)$/i
  return Object.fromEntries(Object.entries(env).filter(([name]) => needed.test(name)))
}
