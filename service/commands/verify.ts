import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { reachSharedServer } from '../database.ts'
import { readDatabaseClock } from '../domain/policy-runs/unless-clock-doubted.ts'
import { isStoreOfDatabase } from '../domain/storage/is-store-of-database.ts'
import { hasMasterKey, loadMasterKey } from '../keys/load-master-key.ts'
import { noMasterKeyYet } from '../keys/open-master-key.ts'
import { isMasterKeyInForce } from '../keys/service-keys.ts'
import { openStore, placeOf } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { CannotStart } from '../store/cannot-start.ts'
import { findConnectionShortage } from '../store/connection-demand.ts'
import { readOnlyMessage } from '../store/database-unavailable.ts'
import { createIsolationCheck } from '../store/isolation-check.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { schemaFault } from '../store/schema-fault.ts'
import { inScope } from '../store/scope.ts'
import { createWriteCheck } from '../store/write-check.ts'
import { apartMs } from '../tell-clock.ts'

/**
 * `verify`: whether a service of these settings would work: its database, which has to take writes, and schema, the isolation of customers, the
 * master key, the object store, the clocks. Beside a running service or without it; reads no backup (`check` does), makes
 * no database, role or key where there is none, and of the store only writes, reads and removes a probe.
 * @throws CannotStart in one line naming what is not in order
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
    const shortage = await findConnectionShortage(knex).catch(() => null) // a database that is away was told above
    if (shortage) log.warn(`connections: ${shortage}`)
  } finally {
    await knex.destroy()
    await server.stop()
  }
  if (wrong.length > 0) throw new CannotStart(`not in order: ${wrong.join(', ')}; the lines above say why`)
}

/** Each says what it found, or throws why that is not in order. */
function looksOf(settings: Settings, knex: Knex): Record<string, () => Promise<string>> {
  return {
    database: async () => {
      if (await createWriteCheck(knex, () => performance.now())()) return 'it takes writes'
      throw new Error(readOnlyMessage)
    },
    schema: async () => {
      const fault = await schemaFault(knex)
      if (fault) throw new Error(fault)
      return 'it is that of this version'
    },
    isolation: async () => {
      const [first] = await createIsolationCheck(knex, { now: () => performance.now() })()
      if (first) throw new Error(`${first.table ?? 'the login'}: ${first.problem}`)
      return 'every table is shut, and the login cannot get round that'
    },
    'master key': async () => {
      const known = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
      if (!known && settings.masterKey === null && !hasMasterKey(settings.dataDirectory))
        throw new Error(noMasterKeyYet)
      const { masterKey } = loadMasterKey(settings.masterKey, settings.dataDirectory, false)
      const isInForce = await isMasterKeyInForce(knex)
      if (!isInForce(masterKey)) throw new Error('it is not the one that wraps the keys of this database')
      return 'it opens the keys of this database'
    },
    'object store': async () => {
      const store = await openStore(settings, false)
      await store.check()
      if (await isStoreOfDatabase(knex, store)) return `${placeOf(settings)} can be read and written`
      throw new Error(`${placeOf(settings)} has nothing of the customers that the database knows`)
    },
    clock: async () => {
      const ofDatabase = await inScope(knex, { kind: 'platform' }, readDatabaseClock)
      const apart = Math.abs(ofDatabase.getTime() - Date.now())
      if (apart > apartMs) throw new Error(`it is ${Math.round(apart / 1000)} s from that of the database`)
      return 'it agrees with that of the database'
    },
  }
}
