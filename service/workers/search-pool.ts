import { shareOfLimit } from '../share-of-limit.ts'
import path from 'node:path'
import { availableParallelism } from 'node:os'
import { searchTasks } from './search-tasks.ts'
import { type WorkerPool, createWorkerPool } from './worker-pool.ts'

/** One thread for each core, from two to four, so that other computations can run beside a search. */
export const searchThreads = shareOfLimit(Math.min(4, Math.max(2, availableParallelism())))

/** Creates the threads of searches. They start with the first search. */
export function createSearchPool(): SearchPool {
  return createWorkerPool({
    size: searchThreads,
    queueLimit: 100,
    tasks: searchTasks,
    entry: new URL(`./search-thread${path.extname(import.meta.filename)}`, import.meta.url),
  })
}

export type SearchPool = WorkerPool<typeof searchTasks>
