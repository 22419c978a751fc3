import type { Knex } from 'knex'

/** One step of the schema, never edited once merged. There is no way down. */
export interface Migration {
  name: string
  up(trx: Knex.Transaction): Promise<void>
}
