import type { Knex } from 'knex'

/**
 * Wrapped bundles of former master keys are removed from the object store: generations below `former_removed_below` are, or
 * are being, and `former_removed_at` says that this was completed for the present generation.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table tenant_keys
      add column former_removed_below integer not null default 1,
      add column former_removed_at timestamptz
  `)
}
