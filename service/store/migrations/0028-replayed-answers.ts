import type { Knex } from 'knex'

/** A repeated request gets its first answer byte for byte: `jsonb` sorts the names of fields, `json` keeps them. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('alter table idempotency_keys alter column answer type json')
}
