import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Listeners of agents, and the backups that messages of devices request. A device has one pending request, which becomes
 * a job when no backup of the device runs.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table agents
      add column listeners jsonb,
      add column listeners_since timestamptz,
      -- as the agent reported them
      add column listener_states jsonb,
      -- the protocols whose listener was reported as silent
      add column silent_listeners text[] not null default '{}';
    create index agents_listening on agents (tenant_id, id) where listeners is not null;

    alter table jobs drop constraint jobs_trigger_check,
      add constraint jobs_trigger_check check (trigger in ('manual', 'schedule', 'change')),
      add column claimed_change jsonb;
    create index jobs_triggered_by_changes on jobs (tenant_id, device_id, queued_at desc) where trigger = 'change';

    create table change_requests (
      tenant_id uuid not null references tenants (id),
      device_id uuid not null,
      agent_id uuid not null,
      -- from which time on a job may be queued
      due_at timestamptz not null,
      claimed_change jsonb not null,
      primary key (tenant_id, device_id),
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade,
      foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
    );
    create index change_requests_due on change_requests (due_at);
  `)
  await isolate(trx, 'change_requests')
}
