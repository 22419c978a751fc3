import type { Knex } from 'knex'
import { CannotStart } from '../store/cannot-start.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { inScope } from '../store/scope.ts'
import { loadMasterKey, settleMasterKey } from './load-master-key.ts'
import type { MasterKey } from './master-key.ts'
import { isMasterKeyInForce } from './service-keys.ts'

/**
 * The master key that wraps what this database holds.
 * @param given of the settings; null looks in the data directory
 * @throws CannotStart when it is another one, or there is none any more
 */
export async function openMasterKey(
  knex: Knex,
  given: string | null,
  dataDirectory: string,
): Promise<{ masterKey: MasterKey; made?: string }> {
  const known = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
  const isInForce = await isMasterKeyInForce(knex)
  if (given === null) settleMasterKey(dataDirectory, isInForce)
  const loaded = loadMasterKey(given, dataDirectory, known === undefined)
  if (!isInForce(loaded.masterKey)) {
    throw new CannotStart('the master key is not the one that wraps the keys of this database: give the right one')
  }
  return loaded
}
