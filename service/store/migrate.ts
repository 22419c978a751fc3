import type { Knex } from 'knex'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import { StartupError } from './startup-error.ts'
import { installationLock } from './installation-lock.ts'
import { migrations } from './migrations/list.ts'
import type { Migration } from './migration.ts'

/**
 * Runs the pending migrations in one transaction, as the owner of the schema: if it is interrupted or fails, the schema
 * is unchanged and the previous version of the service works. Concurrent callers are safe: each migration runs once,
 * and all return after the last.
 * @returns the names of the migrations that this caller ran
 * @throws StartupError if the database contains migrations that the list lacks (of a newer version), if replicas of
 *   the previous version still run, or if a migration fails
 */
export async function migrate(owner: Knex, steps: readonly Migration[] = migrations): Promise<string[]> {
  return owner.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [schemaLock])
    await trx.raw(`create table if not exists public.migrations (
      name text primary key, position integer not null unique, applied_at timestamptz not null default now())`)
    const applied = await appliedSteps(trx)
    rejectUnknownMigrations(applied, steps)
    const isInUse = applied.length > 0 && applied.length < steps.length
    if (isInUse) await refuseBesideReplicas(trx)
    return runPending(trx, applied, steps)
  })
}

/**
 * Runs the pending migrations in the transaction of a caller that owns the schema and has stopped all replicas. A
 * migration may take as long as its rows require.
 * @throws StartupError as migrate
 */
export async function migrateWithin(trx: Knex.Transaction): Promise<void> {
  await trx.raw('set local statement_timeout = 0')
  await trx.raw('set constraints all immediate') // a table with pending constraint checks cannot be altered
  const applied = await appliedSteps(trx)
  rejectUnknownMigrations(applied, migrations)
  await runPending(trx, applied, migrations)
}

/** Returns the names of the applied migrations, in order. The table `migrations` must exist. */
export function appliedSteps(trx: Knex): Promise<string[]> {
  return trx('migrations').orderBy('position').pluck('name')
}

async function runPending(trx: Knex.Transaction, applied: string[], steps: readonly Migration[]): Promise<string[]> {
  const pending = steps.slice(applied.length)
  for (const [at, step] of pending.entries()) await run(trx, step, applied.length + at)
  return pending.map(({ name }) => name)
}

/** An arbitrary advisory lock number for the schema of Coffer. */
const schemaLock = 7_313_051_001

/**
 * Locks until the transaction ends: replicas of the previous version cannot start meanwhile, and find the new schema
 * afterwards.
 */
async function refuseBesideReplicas(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw(`select pg_try_advisory_xact_lock(${installationLock}) as taken`)
  if (rows[0].taken) return
  throw new StartupError('schema_in_use', { sessions: await readHolders(trx) })
}

/** PostgreSQL shows address and start of other logins' sessions only to members of pg_read_all_stats. */
async function readHolders(trx: Knex.Transaction): Promise<MessageOf<'database_session'>[]> {
  const { rows } = await trx.raw(`
    select pid, application_name, host(client_addr) as address,
      to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and objsubid = 1
      and pg_locks.database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = ${installationLock}
    order by pid`)
  return rows.map(({ pid, application_name: name, address, since }: Record<string, string | null>) =>
    message('database_session', {
      name: name ?? '',
      process: String(pid),
      address: address ?? 'unknown',
      since: since ?? 'unknown',
    }),
  )
}

async function run(trx: Knex.Transaction, { name, up }: Migration, position: number): Promise<void> {
  try {
    await up(trx)
    await trx('migrations').insert({ name, position })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError('migration_failed', { step: name, reason }, { cause: error })
  }
}

function rejectUnknownMigrations(applied: string[], steps: readonly Migration[]) {
  const at = applied.findIndex((name, index) => steps[index]?.name !== name)
  if (at === -1) return
  const [found, expected] = [applied[at]!, steps[at]?.name]
  if (expected === undefined) throw new StartupError('schema_too_new', { step: found })
  throw new StartupError('schema_differs', { position: at + 1, found, expected })
}
