import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * How many packs and manifests of each tenant were locked when they were last counted. Counting reads an index entry for
 * each of them, so metrics and pages read these rows instead.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table object_lock_counts (
      tenant_id uuid primary key references tenants (id),
      locked integer not null,
      unlocked integer not null,
      -- the first end of a lock; null: nothing is locked
      locked_until timestamptz,
      counted_at timestamptz not null
    );
  `)
  await isolate(trx, 'object_lock_counts')
}
