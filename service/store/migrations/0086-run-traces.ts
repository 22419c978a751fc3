import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * The export of traces of ended runs: `job_attempts` gains when its result arrived and when it was committed. The row
 * `runs` of `trace_export` says up to which ended run traces were sent, and which process sends them.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table job_attempts
      add column reported_at timestamptz,
      add column committed_at timestamptz;
    create index jobs_finished on jobs (finished_at, id) where finished_at is not null;

    create table trace_export (
      name text primary key,
      -- the last run that was sent or left out
      finished_at timestamptz not null,
      run_id uuid not null,
      holder uuid not null,
      leased_until timestamptz not null,
      renewed_at timestamptz not null,
      exported bigint not null default 0,
      dropped bigint not null default 0
    );
  `)
  await isolate(trx, 'trace_export', { platformOnly: true })
}
