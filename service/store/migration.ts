import type { Knex } from 'knex'

/** A migration of the schema, never edited after it is merged. Down migrations do not exist. */
export interface Migration {
  name: string
  up(trx: Knex.Transaction): Promise<void>
}
