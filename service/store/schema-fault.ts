import type { Knex } from 'knex'
import { message } from '../../shared/messages/message.ts'
import { migrations } from './migrations/list.ts'
import { inScope } from './scope.ts'
import type { StartupMessage } from './startup-error.ts'

/**
 * Returns how the database's schema differs from that of this version; null if it does not. Runs with the service's
 * login: it reads the view of the applied migrations.
 */
export async function schemaFault(knex: Knex): Promise<StartupMessage | null> {
  const { rows } = await knex.raw(`select to_regclass('public.schema_steps') is not null as has_schema`)
  if (!rows[0].has_schema) return message('schema_missing')
  const steps: string[] = await inScope(knex, { kind: 'platform' }, (trx) =>
    trx('schema_steps').orderBy('position').pluck('name'),
  )
  const strange = steps.find((name, at) => migrations[at]?.name !== name)
  if (strange) return message('schema_step_unknown', { step: strange })
  const pending = migrations.slice(steps.length).map(({ name }) => name)
  return pending.length > 0 ? message('schema_outdated', { steps: pending }) : null
}
