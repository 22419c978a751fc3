import type { Knex } from 'knex'

/** A test that was imported has neither a device nor a run here. It belongs to the tenant that imported it. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table platform_document_tests
      alter column device_id drop not null,
      alter column run_id drop not null`)
}
