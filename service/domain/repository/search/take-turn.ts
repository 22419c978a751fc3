import { randomUUIDv7 } from 'node:crypto'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** A turn at a customer's segments. */
export interface Lease {
  /** To be called now and then: a turn that is not kept is somebody else's after some minutes. */
  keep(): Promise<void>
  end(): Promise<void>
}

/** After so long without a word its holder is taken for gone. */
const turnMs = 5 * 60_000

/** A turn is kept this often, however often `keep` is called. */
const keptMs = 30_000

/** @returns null while another replica has it */
export async function acquireLease(
  { knex, now }: Pick<SearchDependencies, 'knex' | 'now'>,
  tenantId: string,
): Promise<Lease | null> {
  const holder = randomUUIDv7()
  const inTenant = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(knex, { kind: 'tenant', tenantId }, work)
  const until = () => new Date(now().getTime() + turnMs)
  const taken = await inTenant(async (trx) => {
    const { rowCount } = await trx.raw(
      `insert into search_turns (tenant_id, holder, until) values (:tenantId, :holder, :until)
       on conflict (tenant_id) do update set holder = excluded.holder, until = excluded.until
       where search_turns.until < :now`,
      { tenantId, holder, until: until(), now: now() },
    )
    return rowCount === 1
  })
  if (!taken) return null
  let keptAt = performance.now()
  return {
    async keep() {
      if (performance.now() - keptAt < keptMs) return
      keptAt = performance.now()
      await inTenant((trx) => trx('search_turns').where({ holder }).update({ until: until() }))
    },
    async end() {
      await inTenant((trx) => trx('search_turns').where({ holder }).delete())
    },
  }
}
