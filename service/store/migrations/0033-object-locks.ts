import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Which version of each pack and manifest was verified and locked, and until when: what the nightly task extends, by
 * version, whatever was written over it since. No foreign keys: a lock outlives the row of its version or pack.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table object_locks (
      tenant_id uuid not null references tenants (id),
      kind text not null check (kind in ('pack', 'manifest')),
      object_id uuid not null,
      -- null: an object to be deleted that the store reported as locked
      store_version text,
      locked_until timestamptz not null,
      -- since when another version or a delete marker hides this one
      hidden_at timestamptz,
      primary key (tenant_id, kind, object_id)
    );

    alter table destructions add column locked_until timestamptz;
    alter table destructions add column locked jsonb;

    alter table policy_runs drop constraint policy_runs_kind_check;
    alter table policy_runs add constraint policy_runs_kind_check check (kind in
      ('retention', 'purge', 'storage_purge', 'sweep', 'integrity', 'report', 'sample', 'dump', 'rebuild', 'expire',
       'destruction', 'object_lock'));
  `)
  await isolate(trx, 'object_locks')
}
