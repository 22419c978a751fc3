import type { Knex } from 'knex'
import { CannotStart } from '../store/cannot-start.ts'

/** A command that only reads makes no schema, and no key, for a database that there is not. @throws CannotStart */
export async function refuseEmptyDatabase(knex: Knex, toDo: string): Promise<void> {
  const { rows } = await knex.raw(`select to_regclass('public.schema_steps') is not null as has_schema`)
  if (rows[0].has_schema) return
  throw new CannotStart(`there is nothing to ${toDo}: the database has no schema of this version`)
}
