import type { Knex } from 'knex'

/** Dry runs that explore a device and propose rules for its document. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('alter table dry_runs add column proposes boolean not null default false')
}
