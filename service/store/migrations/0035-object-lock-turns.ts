import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** Which replica locks the objects of a tenant this night, until when it holds that, and when it was last done whole. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table object_lock_turns (
      tenant_id uuid primary key references tenants (id),
      holder uuid,
      held_until timestamptz,
      finished_at timestamptz
    );
  `)
  await isolate(trx, 'object_lock_turns')
}
