import fs from 'node:fs'
import type { Logger } from 'pino'
import { connectPools, openDatabase } from '../database.ts'
import { changeMasterKey } from '../domain/recovery/keys/change-master-key.ts'
import { parseMasterKey, prepareMasterKey, resolveMasterKey } from '../keys/load-master-key.ts'
import { openMasterKey } from '../keys/open-master-key.ts'
import { isMasterKeyInForce } from '../keys/service-keys.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { lockExclusive } from '../store/installation-lock.ts'

/**
 * `rewrap-keys`: reads the new master key from the file that BKP_NEW_MASTER_KEY_FILE names and re-wraps every key. If
 * the master key is in the data directory, the new one replaces it there. An interrupted run may be repeated.
 * @throws StartupError, also while a replica runs: it would continue with the old master key
 */
export async function rewrapKeys(settings: Settings, environment: NodeJS.ProcessEnv, log: Logger): Promise<void> {
  const file = environment['BKP_NEW_MASTER_KEY_FILE']
  if (!file) throw new StartupError('new_master_key_missing')
  const to = parseMasterKey(readNewKey(file), file)
  const database = await openDatabase(settings, log)
  const pools = connectPools(database)
  try {
    const held = await lockExclusive(database.listenUrl, 'rewrap-keys')
    try {
      const { masterKey: from } = await openMasterKey(pools.knex, settings.masterKey, settings.dataDirectory)
      const isOwn = settings.masterKey === null
      if (isOwn) prepareMasterKey(settings.dataDirectory, to)
      const store = await openStore(settings, false)
      const customers = await changeMasterKey(pools.knex, store, { from, to, now: new Date() })
      if (isOwn) resolveMasterKey(settings.dataDirectory, await isMasterKeyInForce(pools.knex))
      log.info(
        `the keys of ${customers} customers and of the service are wrapped with the new master key. Keep the former one as long as you keep older copies of the database. If others may know it, run remove-former-keys`,
      )
    } finally {
      await held.release()
    }
  } finally {
    await pools.close()
    await database.stop()
  }
}

function readNewKey(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    throw new StartupError('setting_file_unreadable', { variable: 'BKP_NEW_MASTER_KEY_FILE', file })
  }
}
