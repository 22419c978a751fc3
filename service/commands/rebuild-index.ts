import type { RunInSystemTransaction } from '../domain/kernel/context.ts'
import type { Logger } from 'pino'
import { connectPools, openDatabase } from '../database.ts'
import { rebuildIndex as rebuildAll } from '../domain/recovery/rebuild/rebuild-index.ts'
import { finishRevocations } from '../domain/recovery/revocations/finish-revocations.ts'
import { TombstoneDecider, type TombstoneDecisions } from '../domain/inventory/tenants/tombstone-decisions.ts'
import { createKeyring } from '../keys/keyring.ts'
import { loadMasterKey } from '../keys/load-master-key.ts'
import { isMasterKeyInForce, loadServiceKeys } from '../keys/service-keys.ts'
import { StoreUnreachable } from '../objects/object-store.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { lockExclusive } from '../store/installation-lock.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { inScope } from '../store/scope.ts'
import { createServicePool } from '../workers/service-pool.ts'

/** `decisions`: the operator's decisions on tombstones that this installation did not seal. */
export interface RebuildOptions {
  dryRun: boolean
  decisions: TombstoneDecisions
}

/**
 * `rebuild-index`: adds objects of the store that the database lacks, while the service is stopped. With `dryRun` it
 * only counts them. It needs the master key that wrapped the tenants' keys and never creates one.
 * @throws StartupError if that key is missing or the object store failed; also for a tombstone that needs a decision,
 *   after everything else was added
 */
export async function rebuildIndex(
  settings: Settings,
  log: Logger,
  { dryRun, decisions }: RebuildOptions,
): Promise<void> {
  const database = await openDatabase(settings, log)
  const pools = connectPools(database)
  const workers = createServicePool()
  try {
    const held = await lockExclusive(database.listenUrl, 'rebuild-index')
    try {
      const { knex } = pools
      const isInForce = await isMasterKeyInForce(knex)
      const { masterKey } = loadMasterKey(settings.masterKey, settings.dataDirectory, false)
      if (!isInForce(masterKey)) throw new StartupError('master_key_wrong')
      const store = await openStore(settings)
      const runInSystemTransaction: RunInSystemTransaction = (step) =>
        inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: new Date() }))
      const hasKeys = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
      if (hasKeys && !dryRun) {
        const serviceKeys = await loadServiceKeys(knex, masterKey, new Date())
        await finishRevocations({ runInSystemTransaction, store, serviceKeys }, log)
      }
      const tombstones = new TombstoneDecider(decisions)
      const counts = await rebuildAll({
        knex,
        keys: createKeyring(knex, masterKey),
        store,
        masterKey,
        workers,
        now: () => new Date(),
        dryRun,
        tombstones,
        onSkipped: (object, why) => log.warn({ object }, `skipped: ${why}`),
      })
      log.info(
        counts,
        dryRun ? 'these objects would be attached' : 'the database contains everything in the object store',
      )
      if (counts.damaged > 0) {
        log.warn(
          'some objects are damaged: the sweep deletes nothing until you confirm it with POST /api/storage/purge',
        )
      }
      if (tombstones.undecided.length > 0) {
        throw tombstones.question('not_attached')
      }
      tombstones.refuseUnused()
    } finally {
      await held.release()
    }
  } catch (error) {
    if (error instanceof StoreUnreachable) {
      throw new StartupError('rebuild_interrupted', { reason: error.reason }, { cause: error })
    }
    throw error
  } finally {
    await workers.close()
    await pools.close()
    await database.stop()
  }
}
