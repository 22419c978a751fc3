import type { Knex } from 'knex'

/** Only a store that takes uploads needs the MD5 of a pack. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('alter table packs alter column md5 drop not null')
}
