import type { Knex } from 'knex'

/** `platformOnly`: rows that belong to no customer, whom no customer's transaction sees. `grants`: what may be done. */
export interface Isolation {
  tenantColumn?: string
  platformOnly?: boolean
  grants?: ('select' | 'insert' | 'update' | 'delete')[]
}

/**
 * Shuts a table: row-level security on and forced, a policy that shows a customer's transaction the rows of that
 * customer, one that shows the platform role all, and the grants of both. Migrations call it beside `create table`.
 * Two policies and not one with OR: that would cost every query of a customer its index.
 */
export async function isolate(
  trx: Knex,
  table: string,
  {
    tenantColumn = 'tenant_id',
    platformOnly = false,
    grants = ['select', 'insert', 'update', 'delete'],
  }: Isolation = {},
): Promise<void> {
  await trx.raw('alter table ?? enable row level security', [table])
  await trx.raw('alter table ?? force row level security', [table])
  await trx.raw('create policy platform on ?? to coffer_platform using (true) with check (true)', [table])
  await trx.raw(`grant ${grants.join(', ')} on ?? to coffer_platform`, [table])
  if (platformOnly) return
  // After its first use in a session the setting is '' and not null, hence nullif.
  const own = `?? = nullif(current_setting('coffer.tenant', true), '')::uuid`
  await trx.raw(`create policy tenant on ?? to coffer_service using (${own}) with check (${own})`, [
    table,
    tenantColumn,
    tenantColumn,
  ])
  await trx.raw(`grant ${grants.join(', ')} on ?? to coffer_service`, [table])
}

/**
 * Lets a migration touch rows: FORCE binds the owner too, so `work` runs as the platform role, and what follows in the
 * transaction is the owner's again.
 */
export async function withAllRows<T>(trx: Knex.Transaction, work: () => Promise<T>): Promise<T> {
  await trx.raw('set local role coffer_platform')
  const result = await work()
  await trx.raw('set local role none')
  return result
}
