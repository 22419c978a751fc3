import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Two devices of a tenant that must have the same configuration, and the outcome of their last comparison. It is due if
 * `compared_at` is null, or if a device has another latest version than the compared one.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table device_pairs (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      name text not null,
      first_device_id uuid not null,
      second_device_id uuid not null,
      key text not null,
      declared_differences jsonb not null,
      note text,
      state text not null check (state in ('equal', 'differs', 'unknown')),
      reason jsonb,
      differing_lines integer,
      first_version_id uuid,
      second_version_id uuid,
      since timestamptz not null,
      compared_at timestamptz,
      is_announced boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      updated_by text not null,
      unique (tenant_id, name),
      foreign key (tenant_id, first_device_id) references devices (tenant_id, id) on delete cascade,
      foreign key (tenant_id, second_device_id) references devices (tenant_id, id) on delete cascade
    );
    create index device_pairs_first_device on device_pairs (tenant_id, first_device_id);
    create index device_pairs_second_device on device_pairs (tenant_id, second_device_id);
  `)
  await isolate(trx, 'device_pairs')
}
