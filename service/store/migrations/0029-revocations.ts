import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * The latest state of each user, agent and API token from which something was taken away: written with the change, copied
 * into the object store at once or later (`stored_at`), and read back when an older database is met. No foreign keys: a row
 * outlives what was deleted.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table revocations (
      kind text not null check (kind in ('user', 'agent', 'token')),
      subject_id uuid not null,
      tenant_id uuid,
      state jsonb not null,
      recorded_at timestamptz not null,
      stored_at timestamptz,
      primary key (kind, subject_id)
    );
    create index revocations_waiting on revocations (recorded_at) where stored_at is null;
    create index revocations_tenant on revocations (tenant_id);
  `)
  await isolate(trx, 'revocations')
}
