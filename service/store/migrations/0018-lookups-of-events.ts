import type { Knex } from 'knex'

/** Events of one type, and those that somebody should know of, among the many that are only told. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create index events_type on events (type, position);
    create index events_tenant_type on events (tenant_id, type, position);
    create index events_grave on events (position) where severity <> 'info';
    create index events_tenant_grave on events (tenant_id, position) where severity <> 'info';
  `)
}
