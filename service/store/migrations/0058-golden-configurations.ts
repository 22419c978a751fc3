import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Versions that the devices with a tag should equal. Each refers to its version, so that nothing
 * removes it.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table golden_configurations (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      name text not null,
      tag text not null,
      platform text not null,
      key text not null,
      version_id uuid not null,
      declared_differences jsonb not null,
      note text,
      created_at timestamptz not null,
      created_by text not null,
      updated_at timestamptz not null,
      updated_by text not null,
      unique (tenant_id, name),
      foreign key (tenant_id, version_id) references versions (tenant_id, id)
    );
    create index golden_configurations_version on golden_configurations (tenant_id, version_id);
  `)
  await isolate(trx, 'golden_configurations')
}
