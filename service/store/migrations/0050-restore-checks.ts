import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Results of restore checks: whether a version could be restored when it was last read back. `restore_check_leases` has
 * the lease of each tenant's nightly check.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table restore_checks (
      tenant_id uuid not null,
      version_id uuid not null,
      artifact_id uuid not null,
      checked_at timestamptz not null,
      outcome text not null check (outcome in ('restorable', 'incomplete', 'damaged')),
      failure jsonb,
      primary key (tenant_id, version_id),
      foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
    );
    create index restore_checks_artifact on restore_checks (tenant_id, artifact_id, checked_at);

    create table restore_check_leases (
      tenant_id uuid primary key references tenants (id),
      holder uuid,
      held_until timestamptz,
      finished_at timestamptz
    );

    alter table policy_runs drop constraint policy_runs_kind_check;
    alter table policy_runs add constraint policy_runs_kind_check check (kind in
      ('retention', 'purge', 'storage_purge', 'sweep', 'integrity', 'report', 'sample', 'dump', 'rebuild', 'expire',
       'destruction', 'object_lock', 'conversion', 'facts', 'restore_check'));
  `)
  await isolate(trx, 'restore_checks')
  await isolate(trx, 'restore_check_leases')
}
