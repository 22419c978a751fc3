import type { RunInSystemTransaction } from '../domain/kernel/context.ts'
import type { Logger } from 'pino'
import { verifyStoreMatchesDatabase } from '../verify-store.ts'
import { removeFormerKeys as removeAll } from '../domain/recovery/keys/remove-former-keys.ts'
import { openMasterKey } from '../keys/open-master-key.ts'
import { StoreUnreachable } from '../objects/object-store.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { inScope } from '../store/scope.ts'
import { besideService } from './beside-service.ts'

/**
 * `remove-former-keys`: removes the keys wrapped by former master keys from the object store now, whether or not the
 * service runs.
 * @throws StartupError, also if the keys of a tenant could not be removed
 */
export async function removeFormerKeys(settings: Settings, log: Logger): Promise<void> {
  const how = { command: 'remove-former-keys', poolMax: 2 }
  await besideService(settings, log, how, async (knex, held) => {
    const { masterKey } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory, false)
    held.knows(masterKey)
    const runInSystemTransaction: RunInSystemTransaction = (step) =>
      inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: new Date() }))
    try {
      const store = await openStore(settings, false)
      await verifyStoreMatchesDatabase(knex, store, settings)
      const dependencies = { runInSystemTransaction, openStore: () => Promise.resolve(store) }
      const { tenants, objects, unsafe, olderDumps } = await removeAll(dependencies, { afterMs: null })
      log.info({ customers: tenants, objects }, 'removed the wrapped keys of former master keys')
      for (const dump of olderDumps) {
        log.warn({ dump }, 'this dump is sealed with the former master key: it restores without the keys of customers')
      }
      if (unsafe.length === 0) return
      throw new StartupError('former_keys_needed', { customers: unsafe })
    } catch (error) {
      if (!(error instanceof StoreUnreachable)) throw error
      throw new StartupError('removal_interrupted', { reason: error.reason }, { cause: error })
    }
  })
}
