import { shareOfLimit } from '../../../share-of-limit.ts'
import type { BlockCache } from '../chunks/block-cache.ts'
import { createBlockCache } from '../chunks/block-cache.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts'
import { type SearchPool, createSearchPool } from '../../../workers/search-pool.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** What searches of one replica share. */
export interface SearchService extends SearchDependencies {
  pool: SearchPool
  /** Sealed segments, as they lie in the store. */
  segments: BlockCache
  time: SearchTime
  places: ConcurrencyLimiter
  close(): Promise<void>
}

/** How long one search may take, the time its reader takes included. */
export interface SearchTime {
  /** Then it ends, and says that there may be more. */
  searchMs: number
  /** By then its reader has read to the end, or is cut off. */
  readMs: number
}

/** Bytes of segments that stay in memory: packed and sealed, some ten times as much text. */
const cachedBytes = shareOfLimit(64 * 1024 * 1024)

/** Searches of one replica at a time. */
const room = { all: shareOfLimit(4, 2), own: shareOfLimit(2) }
const time: SearchTime = { searchMs: 60_000, readMs: 65_000 }

export function createSearchService(parts: SearchDependencies): SearchService {
  const pool = createSearchPool()
  return {
    ...parts,
    pool,
    segments: createBlockCache(cachedBytes),
    time,
    places: createConcurrencyLimiter(room),
    close: () => pool.close(),
  }
}
