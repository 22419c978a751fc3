import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** When no scheduled backup starts, by level, and which devices wait for such a time to end. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table blackouts (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      site text,
      device_id uuid,
      position integer not null,
      name text not null,
      days text[],
      from_time text,
      to_time text,
      starts_at timestamptz,
      ends_at timestamptz,
      updated_at timestamptz not null,
      unique nulls not distinct (tenant_id, site, device_id, position),
      check (tenant_id is not null or (site is null and device_id is null)),
      check (site is null or device_id is null),
      check ((days is null) = (starts_at is not null)),
      check ((days is null) = (from_time is null) and (days is null) = (to_time is null)),
      check ((starts_at is null) = (ends_at is null)),
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
    );

    alter table devices add column held_until timestamptz;
    alter table devices add check (held_until is null or next_run_at = held_until);
    create index devices_held on devices (tenant_id) where held_until is not null;
  `)
  await isolate(trx, 'blackouts')
}
