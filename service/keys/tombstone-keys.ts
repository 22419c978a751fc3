import { hkdfSync } from 'node:crypto'
import { ServiceKey } from '../store/models/service-key.ts'
import type { ScopedTransaction } from '../store/scope.ts'
import { type MasterKey, unwrap } from './master-key.ts'
import { purpose } from './service-keys.ts'

/** Keys that seal tombstones, 32 bytes each. One of them is enough to verify a seal. */
export type TombstoneKeys = readonly Buffer[]

/**
 * Returns the keys derived from this master key and the database's settings key. The first is enough if the database is
 * lost, the second if a dump from before a change of the master key is restored. A database without service keys has
 * only the first. The transaction has the platform scope.
 * @throws WrongMasterKey
 */
export async function readTombstoneKeys(trx: ScopedTransaction, masterKey: MasterKey): Promise<TombstoneKeys> {
  const settings = await ServiceKey.query(trx).findById('settings')
  const keys = [deriveTombstoneKey(masterKey)]
  if (settings) keys.push(deriveTombstoneKey(unwrap(masterKey, purpose('settings'), settings.wrapped)))
  return keys
}

/** Derives the key from a master key, or from the settings key. */
export function deriveTombstoneKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'coffer tombstones', 32))
}
