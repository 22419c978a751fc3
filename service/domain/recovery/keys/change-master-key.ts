import type { Knex } from 'knex'
import type { MasterKey } from '../../../keys/master-key.ts'
import { rewrapKeys } from '../../../keys/rewrap-keys.ts'
import { deriveTombstoneKey, readTombstoneKeys } from '../../../keys/tombstone-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { inScope } from '../../../store/scope.ts'
import { resealTombstones } from './seal-tombstones.ts'

/**
 * Puts every key and every tombstone under a new master key. Until the database turns to it, tombstones have seals of both:
 * a run that is stopped anywhere leaves them readable, and may be run again. Afterwards the former master key seals none.
 * @returns how many tenants' keys were re-wrapped
 * @throws WrongMasterKey when `from` is not the one in force
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
