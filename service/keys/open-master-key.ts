import type { Knex } from 'knex'
import { CannotStart } from '../store/cannot-start.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { inScope } from '../store/scope.ts'
import { hasMasterKey, loadMasterKey, settleMasterKey } from './load-master-key.ts'
import type { MasterKey } from './master-key.ts'
import { isMasterKeyInForce } from './service-keys.ts'

/**
 * The master key that wraps what this database holds.
 * @param given of the settings; null looks in the data directory
 * @param mayMake whether one is made for a database that has no keys yet
 * @throws CannotStart when it is another one, or there is none any more, or none yet
 */
export async function openMasterKey(
  knex: Knex,
  given: string | null,
  dataDirectory: string,
  mayMake = true,
): Promise<{ masterKey: MasterKey; made?: string }> {
  const known = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
  const isInForce = await isMasterKeyInForce(knex)
  if (given === null) settleMasterKey(dataDirectory, isInForce)
  if (!known && !mayMake && given === null && !hasMasterKey(dataDirectory)) {
    throw new CannotStart(noMasterKeyYet)
  }
  const loaded = loadMasterKey(given, dataDirectory, known === undefined)
  if (!isInForce(loaded.masterKey)) {
    throw new CannotStart('the master key is not the one that wraps the keys of this database: give the right one')
  }
  return loaded
}

/** Of a database without keys, whose service was never started. */
export const noMasterKeyYet = 'there is no master key yet: start the service once, or set BKP_MASTER_KEY_FILE'

/** What a person must know of a key that was made just now, at this path. */
export function tellMade(file: string): string {
  return `made a master key: back up ${file}; without it no backup can be read`
}
