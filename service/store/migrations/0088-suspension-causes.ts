import type { Knex } from 'knex'

/**
 * What a suspension names: the parameters of its message, and the name of a deleted role, which the channel or schedule had.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table notification_channels add disabled_params jsonb, add deleted_role text;
    alter table report_schedules add disabled_params jsonb, add deleted_role text;
  `)
}
