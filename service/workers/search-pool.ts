import { shareOfLimit } from '../share-of-limit.ts'
import path from 'node:path'
import { availableParallelism } from 'node:os'
import { searchTasks } from './search-tasks.ts'
import { type WorkerPool, createWorkerPool } from './worker-pool.ts'

/** As many threads as there are cores, four at most: a text is found sooner, and what else is computed goes on. */
export const searchThreads = shareOfLimit(Math.min(4, Math.max(2, availableParallelism())))

/** Threads for searches. They start with the first one. */
export function createSearchPool(): SearchPool {
  return createWorkerPool({
    size: searchThreads,
    queueLimit: 100,
    tasks: searchTasks,
    entry: new URL(`./search-thread${path.extname(import.meta.filename)}`, import.meta.url),
  })
}

export type SearchPool = WorkerPool<typeof searchTasks>
