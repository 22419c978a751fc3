import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

const chunkPartitions = 16

/** What is stored: packs and the chunk index, lineages with their versions, and the snapshots of trees and archives. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table packs (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      agent_id uuid,
      job_id uuid,
      lease_id uuid,
      status text not null check (status in ('announced', 'verified', 'doomed')),
      size integer not null check (size > 0 or status = 'doomed'),
      raw_bytes integer,
      sha256 bytea not null,
      md5 bytea not null,
      sealed_key bytea,
      announced_at timestamptz not null,
      expires_at timestamptz not null,
      verified_at timestamptz,
      doomed_at timestamptz,
      unique (tenant_id, id)
    );
    create index packs_doomed on packs (tenant_id, id) where status = 'doomed';
    create index packs_announced on packs (expires_at) where status = 'announced';

    create table chunks (
      tenant_id uuid not null,
      id bytea not null,
      pack_id uuid not null,
      block_offset integer not null,
      block_length integer not null,
      chunk_offset integer not null,
      length integer not null,
      last_promised_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, pack_id) references packs (tenant_id, id)
    ) partition by hash (tenant_id);
    create index chunks_pack on chunks (tenant_id, pack_id);

    create table artifacts (
      id uuid primary key,
      tenant_id uuid not null,
      device_id uuid not null,
      key text not null,
      transport text not null check (transport in ('ssh', 'api')),
      kind text not null check (kind in ('text', 'blob')),
      created_at timestamptz not null,
      latest_version_id uuid,
      has_changes boolean not null default false,
      unique (tenant_id, id),
      unique (tenant_id, device_id, key, transport),
      foreign key (tenant_id, device_id) references devices (tenant_id, id)
    );

    create table versions (
      id uuid primary key,
      tenant_id uuid not null,
      artifact_id uuid not null,
      device_id uuid not null,
      job_id uuid not null,
      captured_at timestamptz not null,
      last_seen_at timestamptz not null,
      fingerprint text not null,
      normalised_fingerprint text not null,
      normaliser_revision integer not null,
      content jsonb not null,
      size_bytes bigint not null,
      lines integer,
      added integer,
      removed integer,
      metadata bytea,
      suspicious text[],
      reviewed_at timestamptz,
      reviewed_by text,
      review_note bytea,
      review_ticket text,
      is_first boolean not null default false,
      lab_mode boolean not null,
      host_not_compared boolean not null,
      unique (tenant_id, id),
      foreign key (tenant_id, artifact_id) references artifacts (tenant_id, id),
      foreign key (tenant_id, device_id) references devices (tenant_id, id),
      foreign key (tenant_id, job_id) references jobs (tenant_id, id)
    );
    create index versions_lineage on versions (tenant_id, artifact_id, captured_at desc, id desc);
    create index versions_unknown_magnitude on versions (tenant_id, artifact_id) where added is null;
    create index versions_job on versions (tenant_id, job_id);

    create table snapshots (
      id uuid primary key,
      tenant_id uuid not null,
      device_id uuid not null,
      artifact_id uuid not null,
      version_id uuid not null,
      root bytea,
      not_browsable text,
      captured_at timestamptz not null,
      files integer not null,
      folders integer not null,
      others integer not null,
      size_bytes bigint not null,
      problems integer not null,
      check ((root is null) = (not_browsable is not null)),
      unique (tenant_id, id),
      foreign key (tenant_id, device_id) references devices (tenant_id, id),
      foreign key (tenant_id, artifact_id) references artifacts (tenant_id, id),
      foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
    );
    create index snapshots_device on snapshots (tenant_id, device_id, captured_at desc, id desc);
    create index snapshots_version on snapshots (tenant_id, version_id);
  `)
  for (let part = 0; part < chunkPartitions; part++) {
    await trx.raw(
      `create table chunks_${part} partition of chunks for values with (modulus ${chunkPartitions}, remainder ${part})`,
    )
    await isolate(trx, `chunks_${part}`)
  }
  for (const table of ['packs', 'chunks', 'artifacts', 'versions', 'snapshots']) await isolate(trx, table)
}
