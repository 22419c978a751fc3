import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** Figures that stand once they are recorded: daily reports, by customer and over all, and what was stored when. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table daily_reports (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      day date not null,
      computed_at timestamptz not null,
      summary jsonb not null,
      agents jsonb not null default '[]',
      exceptions bytea,
      customers uuid[],
      unique nulls not distinct (tenant_id, day),
      check ((tenant_id is null) = (customers is not null))
    );

    create table storage_samples (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      sampled_at timestamptz not null,
      stored bigint not null
    );
    create index storage_samples_tenant on storage_samples (tenant_id, sampled_at desc);
    create index storage_samples_age on storage_samples (sampled_at);

    create index packs_stored on packs (tenant_id, verified_at) include (size) where status <> 'announced';
    create index versions_suspicious on versions (tenant_id, device_id) where suspicious is not null and reviewed_at is null;
    create index fingerprints_not_compared on fingerprints (tenant_id, device_id) where status = 'approved' and not compared;
  `)
  await isolate(trx, 'daily_reports')
  await isolate(trx, 'storage_samples')
}
