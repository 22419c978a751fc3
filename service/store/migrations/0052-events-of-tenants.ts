import type { Knex } from 'knex'

/** Events of devices of one tenant within a period, without those of the other tenants. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('create index events_tenant_at on events (tenant_id, at) where device is not null')
}
