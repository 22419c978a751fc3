import { Pack } from '../../../store/models/pack.ts'
import { inScope } from '../../../store/scope.ts'
import { packObject } from '../../repository/chunks/object-names.ts'
import { type OpenTenant, type RebuildDependencies, listIds, noCounts } from './rebuild-dependencies.ts'

/** Ids compared at a time. */
const batchSize = 500

/**
 * Marks packs that the database contains and the store does not: a sweep has merged them into others since the dump.
 * Their chunks count as damaged, so that each is located in the next pack that contains it. If the listing is empty,
 * nothing is marked.
 * @throws StoreUnreachable
 */
export async function markAbsentPacks(
  dependencies: RebuildDependencies,
  { tenantId, prefix }: OpenTenant,
): Promise<void> {
  const { knex, store, now, onSkipped } = dependencies
  let after: string | null = null

  /**
   * Compares the packs after `after`, up to `last`, with those listed in the store. Both are in the order of their ids.
   */
  async function compare(last: string | null, listed: string[]): Promise<void> {
    const absent = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
      const found = Pack.query(trx).where({ tenantId, status: 'verified' }).whereNotIn('id', listed)
      if (after !== null) found.where('id', '>', after)
      if (last !== null) found.where('id', '<=', last)
      const ids = (await found.select('id').orderBy('id').forUpdate()).map(({ id }) => id)
      if (ids.length === 0) return []
      await Pack.query(trx)
        .findByIds(ids)
        .whereNull('damagedAt')
        .patch({ damagedAt: now(), damageKind: 'missing', damage: 'it is not in the object store' })
      await trx.raw(
        `with lost as (
           select id from chunks where tenant_id = :tenantId and pack_id = any(:ids) and damaged_at is null
           order by id for no key update
         )
         update chunks set damaged_at = :at from lost where chunks.tenant_id = :tenantId and chunks.id = lost.id`,
        { tenantId, ids, at: now() },
      )
      return ids
    })
    for (const id of absent) onSkipped(packObject(prefix, id), 'the database refers to it, but it is missing')
    after = last
  }

  for await (const ids of listIds({ store, onSkipped: () => undefined }, `${prefix}/packs/`, batchSize, noCounts())) {
    await compare(ids.at(-1) ?? null, ids)
  }
  if (after !== null) await compare(null, [])
}
