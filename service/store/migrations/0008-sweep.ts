import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** What a sweep of a customer's repository has to know at the moment of each removal. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    -- whose turn it is: a sweep that is not the row's round removes nothing
    create table sweeps (
      tenant_id uuid primary key references tenants (id),
      round uuid,
      touched_at timestamptz not null
    );

    -- versions and snapshots that came after the round began, whoever wrote them
    create table unmarked_versions (
      id uuid primary key default gen_random_uuid(),
      tenant_id uuid not null,
      version_id uuid not null
    );
    create index unmarked_versions_tenant on unmarked_versions (tenant_id);

    create function note_unmarked_versions() returns trigger language plpgsql as $$
    begin
      insert into unmarked_versions (tenant_id, version_id) select tenant_id, id from added;
      return null;
    end $$;
    create trigger versions_unmarked after insert on versions
      referencing new table as added for each statement execute function note_unmarked_versions();

    create function note_unmarked_snapshots() returns trigger language plpgsql as $$
    begin
      insert into unmarked_versions (tenant_id, version_id) select tenant_id, version_id from added;
      return null;
    end $$;
    create trigger snapshots_unmarked after insert on snapshots
      referencing new table as added for each statement execute function note_unmarked_snapshots();

    -- manifests that were, or are about to be, removed: their versions can never be committed
    create table swept_manifests (
      tenant_id uuid not null references tenants (id),
      version_id uuid not null,
      swept_at timestamptz not null,
      primary key (tenant_id, version_id)
    );

    -- manifests that are rightly in the store without a version: not committed yet, or removed by a policy. What is
    -- neither here nor a version was committed in a database that knew more than this one
    create table unnamed_manifests (
      tenant_id uuid not null references tenants (id),
      version_id uuid not null,
      noted_at timestamptz not null,
      primary key (tenant_id, version_id)
    );
  `)
  for (const table of ['sweeps', 'unmarked_versions', 'swept_manifests', 'unnamed_manifests']) await isolate(trx, table)
}
