import type { Knex } from 'knex'

/**
 * `platformOnly`: rows without a tenant, which no tenant's transaction sees. `shared`: every tenant's transaction also
 * reads the rows without a tenant. `grants`: granted privileges.
 */
export interface Isolation {
  tenantColumn?: string
  platformOnly?: boolean
  shared?: boolean
  grants?: ('select' | 'insert' | 'update' | 'delete')[]
}

/**
 * Isolates a table: enables and forces row-level security, and creates the policies and grants. One policy shows a
 * tenant's transaction its own rows, another shows the platform role all rows. Migrations call it after `create table`.
 * Two policies instead of one with OR, because OR would prevent the use of the tenant's index in every query.
 */
export async function isolate(
  trx: Knex,
  table: string,
  {
    tenantColumn = 'tenant_id',
    platformOnly = false,
    shared = false,
    grants = ['select', 'insert', 'update', 'delete'],
  }: Isolation = {},
): Promise<void> {
  await trx.raw('alter table ?? enable row level security', [table])
  await trx.raw('alter table ?? force row level security', [table])
  await trx.raw('create policy platform on ?? to coffer_platform using (true) with check (true)', [table])
  await trx.raw(`grant ${grants.join(', ')} on ?? to coffer_platform`, [table])
  await trx.raw('grant select on ?? to coffer_limited', [table]) // it sees no row without a policy of its own
  const { rows } = await trx.raw(`select from pg_proc where proname = 'limited_customers'`)
  if (rows.length > 0) await showToCustomers(trx, table, platformOnly ? null : tenantColumn, shared)
  if (platformOnly) return
  // After its first use in a session the setting is '' instead of null, hence nullif.
  const own = `?? = nullif(current_setting('coffer.tenant', true), '')::uuid`
  await trx.raw(`create policy tenant on ?? to coffer_service using (${own}) with check (${own})`, [
    table,
    tenantColumn,
    tenantColumn,
  ])
  await trx.raw(`grant ${grants.join(', ')} on ?? to coffer_service`, [table])
  if (!shared) return
  const inTenant = `nullif(current_setting('coffer.tenant', true), '') is not null`
  await trx.raw(`create policy shared on ?? for select to coffer_service using (?? is null and ${inTenant})`, [
    table,
    tenantColumn,
  ])
}

/** Shows the rows of some tenants to a transaction of a platform role that is limited to them. */
async function showToCustomers(trx: Knex, table: string, column: string | null, shared: boolean): Promise<void> {
  await trx.raw('grant select on ?? to coffer_customers', [table])
  if (column === null) return
  const others = shared ? `${column} is null or ` : ''
  await trx.raw(
    `create policy customers on ?? for select to coffer_customers
      using (${others}${column} = any (cast((select limited_customers()) as uuid[])))`,
    [table],
  )
}

/**
 * Allows a migration to access rows: FORCE applies to the owner too, so `work` runs as the platform role. After it, the
 * transaction runs as the owner again.
 */
export async function withAllRows<T>(trx: Knex.Transaction, work: () => Promise<T>): Promise<T> {
  await trx.raw('set local role coffer_platform')
  const result = await work()
  await trx.raw('set local role none')
  return result
}
