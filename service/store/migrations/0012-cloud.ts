import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** The clouds that the service reaches itself: how often they may be asked, which devices those are, fleets to import. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    -- one row for each organisation of a vendor: when its next request may go out
    create table rate_buckets (
      name text primary key,
      next_at timestamptz not null
    );

    create index devices_of_clouds on devices (tenant_id, (options ->> 'netco_network_id'))
      where platform = 'netco_meraki';

    create table fleets (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      name text not null,
      credential_id uuid not null,
      region text,
      org_ids text[] not null default '{}',
      agent_ids uuid[] not null default '{}',
      schedule text not null default '',
      scan_status text check (scan_status in ('queued', 'running', 'succeeded', 'failed')),
      scan_queued_at timestamptz,
      scan_started_at timestamptz,
      scan_finished_at timestamptz,
      scan_error_code text,
      scan_error bytea,
      scan_progress jsonb not null default '{"organisations": 0, "organisations_done": 0, "networks": 0}',
      scan_skipped jsonb not null default '[]',
      -- who scans, and until when that is believed
      scan_runner uuid,
      scan_held_until timestamptz,
      scan_losses integer not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (tenant_id, id),
      unique (tenant_id, name),
      foreign key (tenant_id, credential_id) references credentials (tenant_id, id)
    );
    create index fleets_credential on fleets (tenant_id, credential_id);
    create index fleets_to_scan on fleets (scan_queued_at) where scan_status in ('queued', 'running');

    -- what the last complete scan of a fleet found, and what was imported from it
    create table fleet_items (
      tenant_id uuid not null,
      fleet_id uuid not null,
      key text not null,
      name text not null,
      organisation_id text not null,
      organisation text not null,
      product_types text[] not null,
      is_seen boolean not null,
      device_id uuid,
      primary key (tenant_id, fleet_id, key),
      foreign key (tenant_id, fleet_id) references fleets (tenant_id, id) on delete cascade,
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete set null (device_id)
    );
    create index fleet_items_device on fleet_items (tenant_id, device_id) where device_id is not null;
  `)
  for (const table of ['fleets', 'fleet_items']) await isolate(trx, table)
  await isolate(trx, 'rate_buckets', { platformOnly: true })
}
