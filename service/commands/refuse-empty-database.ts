import type { Knex } from 'knex'
import { StartupError } from '../store/startup-error.ts'

/**
 * Rejects an empty database: a command that only reads creates no schema and no key.
 * @throws StartupError
 */
export async function refuseEmptyDatabase(knex: Knex, command: string): Promise<void> {
  const { rows } = await knex.raw(`select to_regclass('public.schema_steps') is not null as has_schema`)
  if (rows[0].has_schema) return
  throw new StartupError('command_database_empty', { command })
}
