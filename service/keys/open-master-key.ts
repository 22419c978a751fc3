import type { Knex } from 'knex'
import { StartupError } from '../store/startup-error.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { inScope } from '../store/scope.ts'
import { hasMasterKey, loadMasterKey, resolveMasterKey } from './load-master-key.ts'
import type { MasterKey } from './master-key.ts'
import { isMasterKeyInForce } from './service-keys.ts'

/**
 * Returns the master key of this database.
 * @param given key of the settings; null reads that of the data directory
 * @param mayMake whether to generate one for a database without keys
 * @throws StartupError if the key differs from the one in use, was lost, or does not exist yet and may not be
 *   generated
 */
export async function openMasterKey(
  knex: Knex,
  given: string | null,
  dataDirectory: string,
  mayMake = true,
): Promise<{ masterKey: MasterKey; made?: string }> {
  const known = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
  const isInForce = await isMasterKeyInForce(knex)
  if (given === null) resolveMasterKey(dataDirectory, isInForce)
  if (!known && !mayMake && given === null && !hasMasterKey(dataDirectory)) {
    throw new StartupError('master_key_not_created')
  }
  const loaded = loadMasterKey(given, dataDirectory, known === undefined)
  if (!isInForce(loaded.masterKey)) {
    throw new StartupError('master_key_wrong')
  }
  return loaded
}

/** Returns the notice about a key that was just generated at this path. */
export function generatedKeyNotice(file: string): string {
  return `made a master key: back up ${file}; without it no backup can be read`
}
