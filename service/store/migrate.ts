import type { Knex } from 'knex'
import { CannotStart } from './cannot-start.ts'
import { migrations } from './migrations/list.ts'

/** One step of the schema, never edited once merged. There is no way down. */
export interface Migration {
  name: string
  up(trx: Knex.Transaction): Promise<void>
}

/**
 * Runs the migrations that the database has not seen, each in a transaction of its own, as the owner of the schema.
 * Any number of starters may do this at once: each step runs once, and all return when the last is done.
 * @returns the names of those that this caller ran
 * @throws CannotStart when the database holds steps that the list does not: a newer service has been here
 */
export async function migrate(owner: Knex, steps: readonly Migration[] = migrations): Promise<string[]> {
  const ran: string[] = []
  for (;;) {
    const name = await owner.transaction((trx) => runNext(trx, steps))
    if (name === null) return ran
    ran.push(name)
  }
}

/** Any number that nobody else locks; it stands for "the schema of Coffer". */
const schemaLock = 7_313_051_001

async function runNext(trx: Knex.Transaction, steps: readonly Migration[]): Promise<string | null> {
  await trx.raw('select pg_advisory_xact_lock(?)', [schemaLock])
  await trx.raw(`create table if not exists public.migrations (
    name text primary key, position integer not null unique, applied_at timestamptz not null default now())`)
  const applied: string[] = await trx('migrations').orderBy('position').pluck('name')
  refuseStrangers(applied, steps)
  const next = steps[applied.length]
  if (!next) return null
  await next.up(trx)
  await trx('migrations').insert({ name: next.name, position: applied.length })
  return next.name
}

function refuseStrangers(applied: string[], steps: readonly Migration[]) {
  const at = applied.findIndex((name, index) => steps[index]?.name !== name)
  if (at === -1) return
  throw new CannotStart(
    at >= steps.length
      ? `the database was migrated by a newer version of Coffer (step '${applied[at]}' is unknown here): update this one`
      : `the database's migration ${at + 1} is '${applied[at]}', and this version's is '${steps[at]?.name}'`,
  )
}
