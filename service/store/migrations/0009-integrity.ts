import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** When each stored thing was read back last, what was found wrong, and which versions it hurts. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table packs
      add column checked_at timestamptz,
      add column damaged_at timestamptz,
      add column damage_kind text check (damage_kind in
        ('missing', 'unreadable', 'length', 'digest', 'header', 'content_key', 'index', 'block', 'chunk', 'place')),
      add column damage text;
    create index packs_checked on packs (tenant_id, checked_at nulls first, id) where status = 'verified';
    create index packs_damaged on packs (tenant_id, id) where damaged_at is not null;

    -- a chunk that was found unreadable where it stands: it is not promised to anybody until a good one comes
    alter table chunks add column damaged_at timestamptz;
    create index chunks_damaged on chunks (tenant_id, pack_id) where damaged_at is not null;

    alter table versions
      add column manifest_checked_at timestamptz,
      add column manifest_damaged_at timestamptz,
      add column manifest_damage_kind text check (manifest_damage_kind in
        ('missing', 'unreadable', 'sealed', 'differs')),
      add column manifest_damage text;
    create index versions_manifest_checked on versions (tenant_id, manifest_checked_at nulls first, id);
    create index versions_manifest_damaged on versions (tenant_id, id) where manifest_damaged_at is not null;

    -- one row a customer: whose turn the check is, and what stands outside packs and versions
    create table integrity_checks (
      tenant_id uuid primary key references tenants (id),
      holder uuid,
      held_until timestamptz,
      finished_at timestamptz,
      keys_checked_at timestamptz,
      keys_damaged_at timestamptz,
      keys_damage text,
      -- sha-256 of each former bundle as it was first read back, by its generation
      key_digests jsonb not null default '{}'
    );

    -- versions, and the snapshots of trees, that cannot be read whole
    create table damaged_versions (
      tenant_id uuid not null,
      version_id uuid not null,
      pack_id uuid,
      found_at timestamptz not null,
      primary key (tenant_id, version_id),
      foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
    );
  `)
  for (const table of ['integrity_checks', 'damaged_versions']) await isolate(trx, table)
}
