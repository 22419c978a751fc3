import type { ScopedTransaction } from '../../../store/scope.ts'

/** Bytes of a tenant's packs in the store, including those pending deletion. */
export interface StoredOfTenant {
  id: string
  slug: string
  stored: number
}

/** By slug; all tenants in scope, also those without stored content. */
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
