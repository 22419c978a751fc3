import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Platform documents with their versions: of a tenant, or without one for all. A version is never changed except for
 * its marks, so that runs and stored texts can name it. `document` has the values of the documents that it extends.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table platform_documents (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      platform text not null,
      name text not null,
      latest_version integer not null,
      active_version integer,
      retired_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (tenant_id, id),
      unique nulls not distinct (tenant_id, platform),
      check (retired_at is null or active_version is not null)
    );
    create index platform_documents_platform on platform_documents (platform);

    create table platform_document_versions (
      document_id uuid not null references platform_documents (id) on delete cascade,
      tenant_id uuid,
      number integer not null check (number > 0),
      source text not null,
      document jsonb not null,
      transports text[] not null,
      note text,
      created_at timestamptz not null,
      created_by text not null,
      tested_at timestamptz,
      tested_by text,
      activated_at timestamptz,
      activated_by text,
      primary key (document_id, number),
      foreign key (tenant_id, document_id) references platform_documents (tenant_id, id) on delete cascade
    );
    create index platform_document_versions_tenant on platform_document_versions (tenant_id);
  `)
  await isolate(trx, 'platform_documents', { shared: true })
  await isolate(trx, 'platform_document_versions', { shared: true })
}
