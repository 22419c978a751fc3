import type { Knex } from 'knex'
import { StartupError } from '../../../store/startup-error.ts'
import { describeTables } from '../../../store/dump/describe-tables.ts'
import { occupiedTables } from '../../../store/dump/load-rows.ts'
import { inLongTransaction } from '../../../store/long-transaction.ts'
import { appliedSteps } from '../../../store/migrate.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** The target database is not empty; the steps to take depend on where it is. */
export class DatabaseUsed extends StartupError<'database_not_empty' | 'database_schema_newer'> {}

/**
 * Rejects a database that contains rows, or a newer schema than the dump, before any change. `steps` are the migrations
 * of the dump's schema.
 * @throws DatabaseUsed
 */
export async function refuseUsedDatabase(owner: Knex, steps: readonly { name: string }[]): Promise<void> {
  const { rows } = await owner.raw(`select to_regclass('public.migrations') is not null as has_schema`)
  if (!rows[0].has_schema) return
  const applied = await appliedSteps(owner)
  if (applied.length === 0) return // the roles may not exist yet
  await inLongTransaction(owner, 'snapshot', refuseOccupied)
  if (applied.length <= steps.length) return
  throw new DatabaseUsed('database_schema_newer', { step: applied[steps.length]! })
}

/** @throws DatabaseUsed */
export async function refuseOccupied(trx: ScopedTransaction): Promise<void> {
  const occupied = await occupiedTables(trx, await describeTables(trx))
  if (occupied.length === 0) return
  const count = async (table: string) =>
    Number((await trx.raw('select count(*) from ??', [table])).rows[0].count as string)
  const [customers, users, devices] = [await count('tenants'), await count('users'), await count('devices')]
  const content = customers <= 1 && users <= 1 && devices === 0 ? 'first_start' : 'used'
  throw new DatabaseUsed('database_not_empty', { tables: occupied.slice(0, 3), customers, users, devices, content })
}
