import type { Knex } from 'knex'

/** Headers that a webhook's deliveries carry: their values are sealed as its secret is, their names are shown. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table webhooks add column headers bytea, add column header_names text[] not null default '{}'
  `)
}
