import type { Knex } from 'knex'
import { isolate, withAllRows } from '../isolate.ts'

/**
 * Tables with sealed sentences of earlier versions, which only the service can open: a row for each tenant and table that
 * the maintenance task `conversion` has not finished. A dump of an earlier version gets its rows when it is restored.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table text_conversions (
      tenant_id uuid not null references tenants (id),
      table_name text not null check (table_name in ('jobs', 'fleets', 'daily_reports')),
      -- the last row that was read; that of no row at first
      after_id uuid not null default '00000000-0000-0000-0000-000000000000',
      primary key (tenant_id, table_name)
    );

    alter table policy_runs drop constraint policy_runs_kind_check;
    alter table policy_runs add constraint policy_runs_kind_check check (kind in
      ('retention', 'purge', 'storage_purge', 'sweep', 'integrity', 'report', 'sample', 'dump', 'rebuild', 'expire',
       'destruction', 'object_lock', 'conversion'));
  `)
  await isolate(trx, 'text_conversions')
  await withAllRows(trx, () =>
    trx.raw(`insert into text_conversions (tenant_id, table_name)
      select t.id, l.name from tenants t cross join unnest(array['jobs', 'fleets', 'daily_reports']) as l (name)`),
  )
}
