import { setTimeout as pause } from 'node:timers/promises'
import { createBlockCache } from '../domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../domain/repository/chunks/chunk-reader.ts'
import { maintainIndex } from '../domain/repository/search/maintain-index.ts'
import { finishSearches } from '../domain/repository/search/open-search.ts'
import { type PeriodicSetting, runPeriodic } from './run-periodic.ts'

/** Between two looks for new texts. Searches find them before as well, and read them one by one. */
const everyMs = 60_000

/** Opened blocks of packs; the texts of one run lie side by side. */
const blockBytes = 16 * 1024 * 1024

/** Lives as long as the service: puts new texts where they are searched faster. */
await runPeriodic('search-index', async (setting) => {
  const { tell, stopping } = setting
  let look: (() => Promise<void>) | undefined
  let troubled = false
  while (!stopping.aborted) {
    try {
      look ??= await startLooking(setting)
      await look()
      troubled = false
    } catch (error) {
      if (!troubled && !stopping.aborted) {
        tell('warn', `cannot make texts ready for searches: ${error instanceof Error ? error.message : error}`)
      }
      troubled = true
    }
    await pause(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }
})

async function startLooking({ knex, keys, now, openStore, runInSystemTransaction, stopping, tell }: PeriodicSetting) {
  const store = await openStore()
  const blocks = createBlockCache(blockBytes)
  const chunkReader = (tenantId: string) => createChunkReader({ knex, keys, store }, blocks, tenantId)
  const look = maintainIndex({ knex, keys, store, now, chunkReader, signal: stopping }, () => performance.now(), tell)
  return async () => {
    const settled = await finishSearches(runInSystemTransaction)
    if (settled > 0)
      tell('warn', 'wrote the audit records of searches whose process ended before they did', { settled })
    await look()
  }
}
