import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** The work: jobs with their attempts, their log and the answers that a repeated result gets, and who holds a device now. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table jobs (
      id uuid primary key,
      tenant_id uuid not null,
      device_id uuid not null,
      kind text not null check (kind in ('backup', 'test', 'restore', 'restore_confirm', 'restore_check')),
      trigger text not null check (trigger in ('manual', 'schedule')),
      requested_by text not null,
      status text not null check (status in
        ('queued', 'running', 'retrying', 'succeeded', 'unchanged', 'partial', 'blocked', 'failed', 'cancelled',
         'awaiting_confirmation', 'reverted', 'unknown')),
      queued_at timestamptz not null,
      not_before timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      agent_id uuid,
      session_id uuid,
      lease_id uuid,
      claim_id uuid,
      offer_expires_at timestamptz,
      lease_expires_at timestamptz,
      deadline_at timestamptz,
      attempts integer not null default 0,
      device_failures integer not null default 0,
      losses integer not null default 0,
      cancel_requested_at timestamptz,
      transport text,
      lab_mode boolean not null default false,
      host_not_compared boolean not null default false,
      error_code text,
      error bytea,
      summary bytea,
      version_id uuid,
      restore_id uuid,
      confirm_minutes integer,
      confirm_until timestamptz,
      held_until timestamptz,
      check_at timestamptz,
      verified_at timestamptz,
      unique (tenant_id, id),
      check ((kind in ('backup', 'test')) = (version_id is null)),
      check ((kind in ('restore_confirm', 'restore_check')) = (restore_id is not null)),
      foreign key (tenant_id, device_id) references devices (tenant_id, id),
      foreign key (tenant_id, restore_id) references jobs (tenant_id, id) on delete cascade
    );
    create unique index jobs_pending_backup on jobs (tenant_id, device_id)
      where kind = 'backup' and status in ('queued', 'running', 'retrying');
    create unique index jobs_live_restore on jobs (tenant_id, device_id)
      where kind = 'restore' and status in ('queued', 'running', 'awaiting_confirmation');
    create unique index jobs_pending_follower on jobs (tenant_id, restore_id, kind)
      where restore_id is not null and status in ('queued', 'running', 'retrying');
    create index jobs_holding on jobs (tenant_id, device_id, held_until) where held_until is not null;
    create index jobs_to_check on jobs (check_at) where check_at is not null;
    create index jobs_restoring on jobs (tenant_id, version_id) where version_id is not null;
    create index jobs_queue on jobs (tenant_id, not_before, queued_at) where status in ('queued', 'retrying');
    create index jobs_waiting on jobs (queued_at) where status in ('queued', 'retrying');
    create index jobs_leased on jobs (lease_expires_at) where status = 'running';
    create index jobs_offered on jobs (offer_expires_at) where offer_expires_at is not null;
    create index jobs_device on jobs (tenant_id, device_id, queued_at desc, id desc);
    create index jobs_tenant_recent on jobs (tenant_id, queued_at desc, id desc);
    create index jobs_recent on jobs (queued_at desc, id desc);
    -- what is rare among runs is not looked for through all of them
    create index jobs_tenant_notable on jobs (tenant_id, queued_at desc, id desc)
      where status in ('failed', 'blocked', 'partial', 'unknown', 'cancelled', 'awaiting_confirmation');
    create index jobs_notable on jobs (queued_at desc, id desc)
      where status in ('failed', 'blocked', 'partial', 'unknown', 'cancelled', 'awaiting_confirmation');
    create index jobs_tenant_no_backup on jobs (tenant_id, queued_at desc, id desc) where kind <> 'backup';
    create index jobs_no_backup on jobs (queued_at desc, id desc) where kind <> 'backup';
    create index jobs_session on jobs (tenant_id, session_id) where session_id is not null;

    create table job_attempts (
      tenant_id uuid not null,
      job_id uuid not null,
      number integer not null,
      lease_id uuid not null,
      agent_id uuid not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      outcome text,
      error_code text,
      primary key (tenant_id, job_id, number),
      foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
    );

    create table job_log (
      tenant_id uuid not null,
      job_id uuid not null,
      seq bigint generated always as identity,
      at timestamptz not null,
      level text not null check (level in ('info', 'warn', 'error')),
      line bytea not null,
      lease_id uuid not null,
      number integer not null,
      primary key (tenant_id, job_id, seq),
      unique (tenant_id, job_id, lease_id, number),
      foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
    );
    create index job_log_at on job_log (at);

    create table job_results (
      tenant_id uuid not null,
      job_id uuid not null,
      lease_id uuid not null,
      body_hash bytea not null,
      status integer not null,
      answer jsonb not null,
      created_at timestamptz not null,
      primary key (tenant_id, job_id, lease_id),
      foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
    );

    create table device_leases (
      tenant_id uuid not null,
      device_id uuid not null,
      job_id uuid not null,
      lease_id uuid not null,
      primary key (tenant_id, device_id),
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade,
      foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
    );
  `)
  for (const table of ['jobs', 'job_attempts', 'job_log', 'job_results', 'device_leases']) await isolate(trx, table)
}
