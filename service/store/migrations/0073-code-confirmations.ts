import type { Knex } from 'knex'

/** Records whether the last confirmation of a session came from a code: it must not confirm another code. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('alter table sessions add is_confirmed_by_code boolean not null default false')
}
