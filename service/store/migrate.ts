import type { Knex } from 'knex'
import { CannotStart } from './cannot-start.ts'
import { installationLock } from './installation-lock.ts'
import { migrations } from './migrations/list.ts'

/** One step of the schema, never edited once merged. There is no way down. */
export interface Migration {
  name: string
  up(trx: Knex.Transaction): Promise<void>
}

/**
 * Runs the migrations that the database has not seen, all of them in one transaction, as the owner of the schema: cut off
 * anywhere, or failed, it leaves the schema as it was, and the version that ran before works. Any number of starters may do
 * this at once: each step runs once, and all return when the last is done.
 * @returns the names of those that this caller ran
 * @throws CannotStart in one line when the database holds steps that the list does not, because a newer service has been
 *   here; when replicas of the version before still run; and when a step fails
 */
export async function migrate(owner: Knex, steps: readonly Migration[] = migrations): Promise<string[]> {
  return owner.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [schemaLock])
    await trx.raw(`create table if not exists public.migrations (
      name text primary key, position integer not null unique, applied_at timestamptz not null default now())`)
    const applied: string[] = await trx('migrations').orderBy('position').pluck('name')
    refuseStrangers(applied, steps)
    const pending = steps.slice(applied.length)
    const isInUse = applied.length > 0 && pending.length > 0
    if (isInUse) await refuseBesideReplicas(trx)
    for (const [at, step] of pending.entries()) await run(trx, step, applied.length + at)
    return pending.map(({ name }) => name)
  })
}

/** Any number that nobody else locks; it stands for "the schema of Coffer". */
const schemaLock = 7_313_051_001

/** Held until the transaction ends: no replica of the version before begins meanwhile, and it finds the new schema then. */
async function refuseBesideReplicas(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw(`select pg_try_advisory_xact_lock(${installationLock}) as taken`)
  if (rows[0].taken) return
  const holders = await readHolders(trx)
  throw new CannotStart(
    `the database has the schema of an earlier version, and a replica of it or a command still runs: stop the service on every replica, then start this one. It is held by ${holders.join('; ') || 'somebody who is gone just now'}. The session of a computer that is gone ends by itself within minutes, or by select pg_terminate_backend(<its process>)`,
  )
}

/** Of another login's session PostgreSQL shows address and beginning to members of pg_read_all_stats alone. */
async function readHolders(trx: Knex.Transaction): Promise<string[]> {
  const { rows } = await trx.raw(`
    select pid, application_name, host(client_addr) as address,
      to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and objsubid = 1
      and pg_locks.database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = ${installationLock}
    order by pid`)
  return rows.map(
    ({ pid, application_name: name, address, since }: Record<string, string | null>) =>
      `'${name}' (process ${pid} of PostgreSQL${address ? `, from ${address}` : ''}${since ? `, since ${since}` : ''})`,
  )
}

async function run(trx: Knex.Transaction, { name, up }: Migration, position: number): Promise<void> {
  try {
    await up(trx)
    await trx('migrations').insert({ name, position })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const words = `the database's schema is as it was, and the version that ran before works: step '${name}' failed: ${why}`
    throw new CannotStart(words, { cause: error })
  }
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
