import type { Knex } from 'knex'

/** Parts of the name of an account that SCIM manages: a provider can change the given name alone. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table scim_users add given_name text, add family_name text`)
}
