import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { reachSharedServer } from '../database.ts'
import { readDatabaseClock } from '../domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { countWaiting } from '../domain/recovery/revocations/store-revocations.ts'
import { isStoreOfDatabase } from '../domain/reporting/storage/is-store-of-database.ts'
import { hasMasterKey, loadMasterKey } from '../keys/load-master-key.ts'
import { isMasterKeyInForce } from '../keys/service-keys.ts'
import { openStore, storeLocation } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError, startupError } from '../store/startup-error.ts'
import { findConnectionShortage } from '../store/connection-demand.ts'
import { createIsolationCheck } from '../store/isolation-check.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { schemaFault } from '../store/schema-fault.ts'
import { inScope } from '../store/scope.ts'
import { createWriteCheck } from '../store/write-check.ts'
import { apartMs } from '../clock-skew.ts'

/**
 * `verify`: checks whether a service with these settings would work. It checks the database, which must accept writes,
 * the schema, tenant isolation, the master key, the object store and the clocks, whether or not the service runs. It
 * reads no backups (`check` does) and creates no database, role or key. In the object store it only writes, reads and
 * deletes a probe object.
 * @throws StartupError with the failed checks
 */
export async function verify(settings: Settings, log: Logger): Promise<void> {
  const server = await reachSharedServer(settings, log)
  const knex = server.connect('verify', 2)
  const wrong: string[] = []
  try {
    for (const [what, look] of Object.entries(looksOf(settings, knex))) {
      try {
        log.info(`${what}: ${await look()}`)
      } catch (error) {
        log.error(`${what}: ${error instanceof Error ? error.message : error}`)
        wrong.push(what)
      }
    }
    const shortage = await findConnectionShortage(knex, settings.processes).catch(() => null) // an unavailable database was reported above
    if (shortage) log.warn(`connections: ${shortage}`)
    const waiting = await inScope(knex, { kind: 'platform' }, countWaiting).catch(() => null)
    if (waiting?.since) {
      log.warn(
        `revocations: ${waiting.count} not written to the object store since ${waiting.since.toISOString()}: they are in effect, but restoring a dump now would undo them`,
      )
    }
  } finally {
    await knex.destroy()
    await server.stop()
  }
  if (wrong.length > 0) throw new StartupError('verify_failed', { checks: wrong })
}

/** Returns the checks by name. Each returns its finding or throws the reason of the failure. */
function looksOf(settings: Settings, knex: Knex): Record<string, () => Promise<string>> {
  return {
    database: async () => {
      if (await createWriteCheck(knex, () => performance.now())()) return 'accepts writes'
      throw new StartupError('database_read_only')
    },
    schema: async () => {
      const fault = await schemaFault(knex)
      if (fault) throw startupError(fault)
      return 'belongs to this version'
    },
    isolation: async () => {
      const [first] = await createIsolationCheck(knex, { now: () => performance.now() })()
      if (first) throw new StartupError('verify_isolation_broken', { problem: first.problem })
      return 'every table is isolated, and the login cannot bypass this'
    },
    'master key': async () => {
      const known = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
      if (!known && settings.masterKey === null && !hasMasterKey(settings.dataDirectory))
        throw new StartupError('master_key_not_created')
      const { masterKey } = loadMasterKey(settings.masterKey, settings.dataDirectory, false)
      const isInForce = await isMasterKeyInForce(knex)
      if (!isInForce(masterKey)) throw new StartupError('master_key_wrong')
      return 'opens the keys of this database'
    },
    'object store': async () => {
      const store = await openStore(settings, false)
      await store.check()
      await store.locks?.confirm()
      const locked = store.locks ? ', and locks objects' : ''
      if (await isStoreOfDatabase(knex, store)) return `${storeLocation(settings)} can be read and written${locked}`
      throw new StartupError('store_content_missing', { store: storeLocation(settings) })
    },
    clock: async () => {
      const ofDatabase = await inScope(knex, { kind: 'platform' }, readDatabaseClock)
      const apart = Math.abs(ofDatabase.getTime() - Date.now())
      if (apart > apartMs) throw new StartupError('verify_clock_differs', { difference: Math.round(apart / 1000) })
      return 'agrees with that of the database'
    },
  }
}
