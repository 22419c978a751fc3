import type { Knex } from 'knex'

/** The timeline of runs finds the attempts of a night by their start. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('create index job_attempts_started on job_attempts (tenant_id, started_at)')
}
