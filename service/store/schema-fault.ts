import type { Knex } from 'knex'
import { migrations } from './migrations/list.ts'
import { inScope } from './scope.ts'

/**
 * In what the database's schema is another than that of this version, in words; null where it is that one. For the
 * service's login: it asks the view of the steps that were taken.
 */
export async function schemaFault(knex: Knex): Promise<string | null> {
  const { rows } = await knex.raw(`select to_regclass('public.schema_steps') is not null as has_schema`)
  if (!rows[0].has_schema) return 'there is none of this version: run migrate, or start the service'
  const steps: string[] = await inScope(knex, { kind: 'platform' }, (trx) =>
    trx('schema_steps').orderBy('position').pluck('name'),
  )
  const strange = steps.find((name, at) => migrations[at]?.name !== name)
  if (strange) return `step '${strange}' is of another version of Coffer`
  const pending = migrations.slice(steps.length).map(({ name }) => name)
  return pending.length > 0 ? `it lacks ${pending.join(', ')}: run migrate, or start the service` : null
}
