import { createBlockCache } from '../domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../domain/repository/chunks/chunk-reader.ts'
import { readStoredFacts } from '../domain/repository/facts/read-stored-facts.ts'
import { runPeriodic } from './run-periodic.ts'

/** Cache of decrypted pack blocks. Texts of one run are adjacent. */
const blockBytes = 16 * 1024 * 1024

/** Nightly task: reads the facts of devices from stored versions. It has no work once all are read. */
await runPeriodic('read-facts', async ({ knex, keys, runInSystemTransaction, inTenant, openStore, stopping, log }) => {
  const store = await openStore()
  const blocks = createBlockCache(blockBytes)
  const chunkReader = (tenantId: string) => createChunkReader({ knex, keys, store }, blocks, tenantId)
  const warn = (line: string, facts: Record<string, unknown>) => log('warn', line, facts)
  const dependencies = { runInSystemTransaction, inTenant, keys, chunkReader, stopping, warn }
  const { outcome, counts } = await readStoredFacts(dependencies)
  if (outcome === 'done') log('info', 'facts of stored versions read', counts)
})
