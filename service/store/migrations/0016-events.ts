import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** What happened, and whom it is told; addresses of downloads that were used. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    -- written in the transaction of the fact; a position is given later, in the order in which everybody sees them
    create table events (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      recorded_order bigint generated always as identity,
      position bigint,
      type text not null,
      severity text not null check (severity in ('info', 'warning', 'critical')),
      at timestamptz not null,
      device jsonb,
      agent jsonb,
      data jsonb not null
    );
    create index events_position on events (position);
    create index events_tenant_position on events (tenant_id, position);
    create index events_unpublished on events (recorded_order) where position is null;
    create index events_at on events (at);
    create sequence event_positions;
    grant usage on sequence event_positions to coffer_platform;

    alter table devices add column stale_told_at timestamptz;
    create index devices_stale_untold on devices (stale_at) where stale_told_at is null and stale_at is not null;
    alter table agents add column told_status text;

    -- url and secret are sealed under a key of the installation
    create table webhooks (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      name text not null,
      url bytea not null,
      host text not null,
      secret bytea not null,
      role text not null,
      events text[] not null,
      min_severity text not null check (min_severity in ('info', 'warning', 'critical')),
      sites text[] not null,
      tags text[] not null,
      platforms text[] not null,
      digest_minutes integer not null check (digest_minutes between 0 and 1440),
      enabled boolean not null,
      failing_since timestamptz,
      disabled_reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique nulls not distinct (tenant_id, name)
    );

    create table webhook_deliveries (
      id uuid primary key,
      queued_order bigint generated always as identity,
      tenant_id uuid references tenants (id),
      webhook_id uuid not null references webhooks (id) on delete cascade,
      kind text not null check (kind in ('event', 'digest', 'test')),
      status text not null check (status in ('waiting', 'delivered', 'failed')),
      events jsonb not null,
      attempts jsonb not null default '[]',
      next_at timestamptz not null,
      lease_until timestamptz,
      give_up_at timestamptz not null,
      created_at timestamptz not null,
      finished_at timestamptz
    );
    create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_at) where status = 'waiting';
    create index webhook_deliveries_giving_up on webhook_deliveries (give_up_at) where status = 'waiting';
    create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
    create index webhook_deliveries_tenant on webhook_deliveries (tenant_id);
    create index webhook_deliveries_finished on webhook_deliveries (finished_at);

    -- addresses of downloads that were used; until they would have expired
    create table spent_tickets (
      id uuid primary key,
      expires_at timestamptz not null
    );
    create index spent_tickets_expiry on spent_tickets (expires_at);
  `)
  await isolate(trx, 'spent_tickets', { platformOnly: true })
  for (const table of ['events', 'webhooks', 'webhook_deliveries']) await isolate(trx, table)
}
