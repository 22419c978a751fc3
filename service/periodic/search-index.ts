import { setTimeout as pause } from 'node:timers/promises'
import { createBlockCache } from '../domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../domain/repository/chunks/chunk-reader.ts'
import { maintainIndex } from '../domain/repository/search/maintain-index.ts'
import { finishSearches } from '../domain/repository/search/open-search.ts'
import { type PeriodicSetting, runPeriodic } from './run-periodic.ts'

/** Interval between two checks for new texts. Searches also find unindexed texts by reading them one by one. */
const everyMs = 60_000

/** Cache of decrypted pack blocks. Texts of one run are adjacent. */
const blockBytes = 16 * 1024 * 1024

/** Loop task: adds new texts to the search index. */
await runPeriodic('search-index', async (setting) => {
  const { log, stopping } = setting
  let look: (() => Promise<void>) | undefined
  let troubled = false
  while (!stopping.aborted) {
    try {
      look ??= await startLooking(setting)
      await look()
      troubled = false
    } catch (error) {
      if (!troubled && !stopping.aborted) {
        log('warn', `cannot make texts ready for searches: ${error instanceof Error ? error.message : error}`)
      }
      troubled = true
    }
    await pause(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }
})

async function startLooking({ knex, keys, now, openStore, runInSystemTransaction, stopping, log }: PeriodicSetting) {
  const store = await openStore()
  const blocks = createBlockCache(blockBytes)
  const chunkReader = (tenantId: string) => createChunkReader({ knex, keys, store }, blocks, tenantId)
  const look = maintainIndex({ knex, keys, store, now, chunkReader, signal: stopping }, () => performance.now(), log)
  return async () => {
    const settled = await finishSearches(runInSystemTransaction)
    if (settled > 0) log('warn', 'wrote the audit records of searches whose process ended before they did', { settled })
    await look()
  }
}
