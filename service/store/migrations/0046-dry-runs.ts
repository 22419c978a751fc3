import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Jobs that try a version of a platform document on a device, and what they found. The result contains configurations and
 * expires; whether the version passed remains.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table jobs drop constraint jobs_kind_check;
    alter table jobs add constraint jobs_kind_check
      check (kind in ('backup', 'test', 'dry_run', 'restore', 'restore_confirm', 'restore_check'));
    alter table jobs drop constraint jobs_check;
    alter table jobs add constraint jobs_check
      check ((kind in ('backup', 'test', 'dry_run')) = (version_id is null));
    alter table agent_sessions add column dry_run_format integer not null default 0;
    alter table platform_document_versions add column tested_run_id uuid;

    create table dry_runs (
      tenant_id uuid not null,
      job_id uuid not null,
      document_id uuid not null references platform_documents (id) on delete cascade,
      version integer not null,
      readings integer not null,
      interval_seconds integer not null,
      passed boolean,
      primary key (tenant_id, job_id),
      foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
    );
    create index dry_runs_document on dry_runs (document_id);

    create table dry_run_results (
      tenant_id uuid not null,
      job_id uuid not null,
      result bytea not null,
      expires_at timestamptz not null,
      primary key (tenant_id, job_id),
      foreign key (tenant_id, job_id) references dry_runs (tenant_id, job_id) on delete cascade
    );
    create index dry_run_results_expiry on dry_run_results (expires_at);
  `)
  await isolate(trx, 'dry_runs')
  await isolate(trx, 'dry_run_results')
}
