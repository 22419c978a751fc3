import type { Knex } from 'knex'

/**
 * How far a job has come that reads a tree; and of a device whose tree was not read to its end, what was stored of it and
 * since when, so that the next attempt reads the rest alone.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table jobs add progress jsonb;
    alter table devices add checkpoint_root bytea, add checkpoint_began_at timestamptz;
  `)
}
