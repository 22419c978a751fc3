import type { Knex } from 'knex'

/** A frozen report names the devices that nothing backs up; of one that was frozen before they are not known. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table daily_reports add column unscheduled jsonb not null default '[]'`)
}
