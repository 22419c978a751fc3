import type { ScopedTransaction } from '../../../store/scope.ts'

/** Bytes of a customer's packs in the store, also of those that are about to be removed from it. */
export interface StoredOfTenant {
  id: string
  slug: string
  stored: number
}

/** By short name; every customer in scope, also one that has stored nothing. */
export async function storedByTenant(trx: ScopedTransaction, tenantId: string | null): Promise<StoredOfTenant[]> {
  const query = trx('tenants')
    .select('tenants.id', 'tenants.slug')
    .select(
      trx.raw(
        `coalesce((select sum(f.stored) from storage_figures f where f.tenant_id = tenants.id), 0)::bigint as stored`,
      ),
    )
    .orderBy('slug')
  return tenantId === null ? query : query.where({ id: tenantId })
}
