import { shareOfLimit } from '../share-of-limit.ts'
import path from 'node:path'
import { availableParallelism } from 'node:os'
import { tasks } from './tasks.ts'
import { type WorkerPool, createWorkerPool } from './worker-pool.ts'

/** Creates the service's threads: one for each core and at least two, so that a long diff leaves one for packs. */
export function createServicePool(): ServicePool {
  return createWorkerPool({
    size: shareOfLimit(availableParallelism(), 2),
    queueLimit: 1_000,
    tasks,
    entry: new URL(`./task-thread${path.extname(import.meta.filename)}`, import.meta.url),
  })
}

export type ServicePool = WorkerPool<typeof tasks>
