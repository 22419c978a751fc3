import { shareOfLimit } from '../../../share-of-limit.ts'
import type { BlockCache } from '../chunks/block-cache.ts'
import { createBlockCache } from '../chunks/block-cache.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts'
import { type SearchPool, createSearchPool } from '../../../workers/search-pool.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** Shared by the searches of one replica. */
export interface SearchService extends SearchDependencies {
  pool: SearchPool
  /** Sealed segments, as stored. */
  segments: BlockCache
  time: SearchTime
  places: ConcurrencyLimiter
  close(): Promise<void>
}

/** Time limits of a search, including the time its client takes to read. */
export interface SearchTime {
  /** Then the search ends, and its result is marked incomplete. */
  searchMs: number
  /** Then the connection of a client that is still reading is closed. */
  readMs: number
}

/** Bytes of cached segments, compressed and sealed: some ten times as much text. */
const cachedBytes = shareOfLimit(64 * 1024 * 1024)

/** Concurrent searches of one replica. */
const room = { all: shareOfLimit(4, 2), own: shareOfLimit(2) }
const time: SearchTime = { searchMs: 60_000, readMs: 65_000 }

export function createSearchService(dependencies: SearchDependencies): SearchService {
  const pool = createSearchPool()
  return {
    ...dependencies,
    pool,
    segments: createBlockCache(cachedBytes),
    time,
    places: createConcurrencyLimiter(room),
    close: () => pool.close(),
  }
}
