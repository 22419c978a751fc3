import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Further display commands for devices of a platform: of one device, of those with a tag, or of all of a tenant. Their
 * versions do not depend on these rows.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table extra_commands (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      platform text not null,
      key text not null,
      tag text,
      device_id uuid,
      command text not null,
      min_lines integer not null check (min_lines > 0),
      contains text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      updated_by text not null,
      check (tag is null or device_id is null),
      unique nulls not distinct (tenant_id, platform, key, tag, device_id),
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
    );
    create index extra_commands_device on extra_commands (tenant_id, device_id);
  `)
  await isolate(trx, 'extra_commands')
}
