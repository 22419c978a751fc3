import { randomUUIDv7 } from 'node:crypto'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** The exclusive right to rewrite a tenant's search segments. */
export interface SegmentLease {
  /** Extends the lease; call it at least every few minutes. */
  keep(): Promise<void>
  end(): Promise<void>
}

/** Lifetime of a lease in milliseconds. */
const leaseMs = 5 * 60_000

/** Minimum interval of extensions in milliseconds, however often `keep` is called. */
const extendMs = 30_000

/** @returns null while another replica holds the lease */
export async function acquireSegmentLease(
  { knex, now }: Pick<SearchDependencies, 'knex' | 'now'>,
  tenantId: string,
): Promise<SegmentLease | null> {
  const holder = randomUUIDv7()
  const inTenant = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(knex, { kind: 'tenant', tenantId }, work)
  const until = () => new Date(now().getTime() + leaseMs)
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
      if (performance.now() - keptAt < extendMs) return
      keptAt = performance.now()
      await inTenant((trx) => trx('search_turns').where({ holder }).update({ until: until() }))
    },
    async end() {
      await inTenant((trx) => trx('search_turns').where({ holder }).delete())
    },
  }
}
