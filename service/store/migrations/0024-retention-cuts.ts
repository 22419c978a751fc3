import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * What a cut of retention took away stays in force for a cooling-off period: of each level's rule, of versions that were
 * unpinned, and of the days of a tenant's decommissioned devices.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table retention_policies add guards jsonb not null default '[]';
    alter table tenants add purge_not_before timestamptz;

    create table pin_holds (
      tenant_id uuid not null references tenants (id),
      version_id uuid not null,
      held_until timestamptz not null,
      primary key (tenant_id, version_id),
      foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
    );
  `)
  await isolate(trx, 'pin_holds')
}
