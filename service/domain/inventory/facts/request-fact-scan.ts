import type { TenantContext } from '../../kernel/context.ts'

/** Lets the nightly task read the facts in the stored versions of a tenant, from its first device. */
export async function requestFactScan({ trx, tenantId }: Pick<TenantContext, 'trx' | 'tenantId'>): Promise<void> {
  await trx('fact_scans').insert({ tenant_id: tenantId }).onConflict('tenant_id').merge({ after_id: firstId })
}

const firstId = '00000000-0000-0000-0000-000000000000'
