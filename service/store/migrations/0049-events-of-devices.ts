import type { Knex } from 'knex'

/** Finds the events of a device, in their order. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`create index events_device on events ((device ->> 'id'), position) where device is not null`)
}
