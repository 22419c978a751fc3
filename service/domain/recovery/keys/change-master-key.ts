import type { Knex } from 'knex'
import type { MasterKey } from '../../../keys/master-key.ts'
import { rewrapKeys } from '../../../keys/rewrap-keys.ts'
import { deriveTombstoneKey, readTombstoneKeys } from '../../../keys/tombstone-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { inScope } from '../../../store/scope.ts'
import { resealTombstones } from './seal-tombstones.ts'

/**
 * Re-wraps every key and reseals every tombstone with a new master key. Until the database switches, tombstones have
 * seals of both keys: an interrupted run leaves them readable and can be repeated. Afterwards, no tombstone is sealed
 * with the former master key.
 * @returns how many tenants' keys were re-wrapped
 * @throws WrongMasterKey if `from` is not the current master key
 * @throws StoreUnreachable
 */
export async function changeMasterKey(
  knex: Knex,
  store: ObjectStore,
  { from, to, now }: { from: MasterKey; to: MasterKey; now: Date },
): Promise<number> {
  const former = await inScope(knex, { kind: 'platform' }, (trx) => readTombstoneKeys(trx, from))
  const both = [deriveTombstoneKey(to), ...former]
  await resealTombstones(store, former, both)
  const tenants = await rewrapKeys(knex, store, from, to, now)
  const present = await inScope(knex, { kind: 'platform' }, (trx) => readTombstoneKeys(trx, to))
  await resealTombstones(store, both, present)
  return tenants
}
