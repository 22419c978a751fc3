import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** Where the texts that are searched stand in the object store, and the searches under way. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    -- objects search/{id}, of so many parts: one that no row of search_texts names is of a text that went or was never
    -- placed. Without stored_at it may not be there yet; with doomed_at nobody is sent there any more
    create table search_segments (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      text_bytes integer not null,
      parts integer not null,
      made_at timestamptz not null,
      stored_at timestamptz,
      doomed_at timestamptz,
      unique (tenant_id, id)
    );

    -- parts of normalised texts; one whose version was removed is still in its segment, which has to be made anew
    create table search_texts (
      tenant_id uuid not null,
      segment_id uuid not null,
      place integer not null,
      version_id uuid,
      part integer not null,
      parts integer not null,
      revision integer not null,
      bytes integer not null,
      primary key (tenant_id, segment_id, place),
      unique (tenant_id, version_id, part),
      foreign key (tenant_id, segment_id) references search_segments (tenant_id, id) on delete cascade,
      foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete set null (version_id)
    );

    -- whose turn it is to put texts into segments: it saves work, and nothing rests on it
    create table search_turns (
      tenant_id uuid primary key references tenants (id),
      holder uuid not null,
      until timestamptz not null
    );

    -- searches that have not ended: what their audit record will say, whoever has to write it
    create table open_searches (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      record jsonb not null,
      devices uuid[] not null,
      touched_at timestamptz not null
    );
    create index open_searches_touched on open_searches (touched_at);
  `)
  for (const table of ['search_segments', 'search_texts', 'search_turns', 'open_searches']) await isolate(trx, table)
}
