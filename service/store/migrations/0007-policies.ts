import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** How long backups are kept, by level, and what every run of a policy or of a periodic duty did. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table retention_policies (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      device_id uuid,
      keep_days integer check (keep_days >= 1),
      keep_last integer check (keep_last >= 1),
      updated_at timestamptz not null,
      unique nulls not distinct (tenant_id, device_id),
      check (device_id is null or tenant_id is not null),
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
    );

    create table policy_runs (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      kind text not null check (kind in
        ('retention', 'purge', 'storage_purge', 'sweep', 'integrity', 'report', 'sample', 'dump', 'rebuild', 'expire')),
      started_at timestamptz not null,
      finished_at timestamptz,
      outcome text not null check (outcome in ('done', 'nothing', 'stopped', 'failed')),
      reason text,
      counts jsonb not null default '{}',
      dry_run boolean not null default false
    );
    create index policy_runs_tenant on policy_runs (tenant_id, started_at desc, id desc);
    create index policy_runs_recent on policy_runs (started_at desc, id desc);
    create index policy_runs_kind on policy_runs (kind, started_at desc, id desc);

    create index devices_purge on devices (purge_at) where purge_at is not null;
  `)
  await isolate(trx, 'retention_policies')
  await isolate(trx, 'policy_runs')
}
