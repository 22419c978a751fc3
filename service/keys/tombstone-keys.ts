import { hkdfSync } from 'node:crypto'
import { ServiceKey } from '../store/models/service-key.ts'
import type { ScopedTransaction } from '../store/scope.ts'
import { type MasterKey, unwrap } from './master-key.ts'
import { purpose } from './service-keys.ts'

/** Keys that seal tombstones, 32 bytes each. One of them is enough to verify a seal. */
export type TombstoneKeys = readonly Buffer[]

/**
 * Returns the keys of this master key and of the database's settings key. The first is enough where the database is lost, the
 * second where a dump from before a change of the master key is restored. A database without service keys has the first only.
 * The transaction is of the platform.
 * @throws WrongMasterKey
 */
export async function readTombstoneKeys(trx: ScopedTransaction, masterKey: MasterKey): Promise<TombstoneKeys> {
  const settings = await ServiceKey.query(trx).findById('settings')
  const keys = [deriveTombstoneKey(masterKey)]
  if (settings) keys.push(deriveTombstoneKey(unwrap(masterKey, purpose('settings'), settings.wrapped)))
  return keys
}

/** The key of a master key, or of the settings key. */
export function deriveTombstoneKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'coffer tombstones', 32))
}
