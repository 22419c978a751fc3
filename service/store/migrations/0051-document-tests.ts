import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Transcripts of dry runs that every later version of a platform document must still read. A transcript belongs to the
 * tenant of its device, also if the document is of the platform's level.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table platform_document_tests (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      document_id uuid not null references platform_documents (id) on delete cascade,
      device_id uuid not null,
      run_id uuid not null,
      name text not null,
      answers integer not null,
      content bytea not null,
      created_at timestamptz not null,
      created_by text not null,
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
    );
    create index platform_document_tests_document on platform_document_tests (document_id);
    create index platform_document_tests_device on platform_document_tests (tenant_id, device_id);
  `)
  await isolate(trx, 'platform_document_tests')
}
