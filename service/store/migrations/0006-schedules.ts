import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** What became of each occurrence of a schedule. A device knows the occurrence it waits for, a run the one it is of. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table devices add column next_occurrence_at timestamptz;
    alter table devices add check ((next_run_at is null) = (next_occurrence_at is null));

    alter table jobs add column occurrence_at timestamptz;
    create unique index jobs_occurrence on jobs (tenant_id, device_id, occurrence_at) where occurrence_at is not null;

    create table occurrences (
      tenant_id uuid not null,
      device_id uuid not null,
      occurrence_at timestamptz not null,
      outcome text not null check (outcome in ('queued', 'merged', 'missed', 'skipped')),
      job_id uuid,
      reason text,
      last_occurrence_at timestamptz not null,
      count integer not null check (count >= 1),
      recorded_at timestamptz not null,
      primary key (tenant_id, device_id, occurrence_at),
      check ((outcome in ('queued', 'merged')) = (job_id is not null)),
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade,
      foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
    );
    create index occurrences_recorded on occurrences using brin (recorded_at);
  `)
  await isolate(trx, 'occurrences')
}
