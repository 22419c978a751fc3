import type { Knex } from 'knex'

/** A dump says of which schema it is; the platform's role may read that, and nothing more of the list. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create view schema_steps as select name, position from migrations;
    grant select on schema_steps to coffer_platform;
  `)
}
