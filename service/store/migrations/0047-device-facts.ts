import type { Knex } from 'knex'
import { isolate, withAllRows } from '../isolate.ts'

/**
 * Facts of devices, such as model and serial number: those of each lineage's latest text, the current ones of a device,
 * and a row for each change. `fact_scans` has a row for each tenant whose stored versions are still to be read.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table artifacts add column facts jsonb, add column facts_rank integer;
    alter table devices
      add column fact_hostname text not null default '',
      add column fact_vendor text not null default '',
      add column fact_model text not null default '',
      add column fact_serial text not null default '',
      add column fact_os_version text not null default '',
      add column uptime_seconds bigint,
      add column uptime_at timestamptz;
    create index devices_fact_vendor on devices (tenant_id, fact_vendor, id);
    create index devices_fact_model on devices (tenant_id, fact_model, id);
    create index devices_fact_serial on devices (tenant_id, fact_serial, id);
    create index devices_fact_os_version on devices (tenant_id, fact_os_version, id);

    create table device_facts (
      id uuid primary key,
      tenant_id uuid not null,
      device_id uuid not null,
      hostname text not null,
      vendor text not null,
      model text not null,
      serial text not null,
      os_version text not null,
      first_seen_at timestamptz not null,
      -- null: these are the current facts
      last_seen_at timestamptz,
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
    );
    create index device_facts_device on device_facts (tenant_id, device_id, first_seen_at);
    create unique index device_facts_current on device_facts (tenant_id, device_id) where last_seen_at is null;

    create table fact_scans (
      tenant_id uuid primary key references tenants (id),
      -- the last device whose versions were read; that of no device at first
      after_id uuid not null default '00000000-0000-0000-0000-000000000000'
    );

    alter table policy_runs drop constraint policy_runs_kind_check;
    alter table policy_runs add constraint policy_runs_kind_check check (kind in
      ('retention', 'purge', 'storage_purge', 'sweep', 'integrity', 'report', 'sample', 'dump', 'rebuild', 'expire',
       'destruction', 'object_lock', 'conversion', 'facts'));
  `)
  await isolate(trx, 'device_facts')
  await isolate(trx, 'fact_scans')
  await withAllRows(trx, () => trx.raw('insert into fact_scans (tenant_id) select id from tenants'))
}
