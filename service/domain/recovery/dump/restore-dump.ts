import type { Knex } from 'knex'
import type { MasterKey } from '../../../keys/master-key.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { StartupError } from '../../../store/startup-error.ts'
import { describeTables } from '../../../store/dump/describe-tables.ts'
import { continueNumbering, loadRows } from '../../../store/dump/load-rows.ts'
import { inLongTransaction } from '../../../store/long-transaction.ts'
import { migrate, migrateWithin } from '../../../store/migrate.ts'
import { migrations } from '../../../store/migrations/list.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { decompress } from './compress.ts'
import { DumpDamaged } from './dump-damaged.ts'
import type { DumpHeader, DumpSummary } from './dump-records.ts'
import { markRestored } from '../../kernel/installation/restore-marker.ts'
import { type DumpPart, readRecords } from './read-records.ts'
import { tombstoneObject } from '../../inventory/tenants/tombstone.ts'
import { type TombstoneDecisions, noDecisions } from '../../inventory/tenants/tombstone-decisions.ts'
import { refuseOccupied, refuseUsedDatabase } from './reject-used-database.ts'
import { endWhatWasLive, fetchKeys, restoreDestruction } from './finish-restored.ts'
import { openStream } from './sealed-stream.ts'

export interface RestoreParts {
  /** The login that owns the schema. */
  owner: Knex
  masterKey: MasterKey
  store: ObjectStore
  now: Date
  /** Of the operator, about tombstones that this installation did not seal. */
  decisions?: TombstoneDecisions
}

export interface RestoredDump extends DumpSummary {
  /** Slugs of customers whose keys were destroyed after the dump was made, and are destroyed again. */
  destroyed: string[]
  /** Slugs of customers whose destruction was requested and waited when the dump was made: the request is withdrawn. */
  withdrawn: string[]
  /** Slugs of customers of whose wrapped keys none opens, in the dump or in the store: nothing opens their backups. */
  withoutKeys: string[]
}

/**
 * Puts a dump into an empty database, in one transaction: killed or failed at any moment it leaves the database empty as
 * it was, and may be run again. The schema becomes that of the dump, then the newest. The caller keeps every replica away.
 *
 * What was so then and must not be so again: sessions of agents are ended, enrolment tokens that nobody used are void,
 * and customers with a tombstone in the store have no keys. The installation is marked as restored.
 * @throws DatabaseUsed when the database has rows or a newer schema; nothing is changed then
 * @throws StartupError when a newer Coffer made the dump, or the operator has to decide about a tombstone
 * @throws DumpDamaged, WrongMasterKey, StoreUnreachable
 */
export async function restoreDump(parts: RestoreParts, sealed: AsyncIterable<Uint8Array>): Promise<RestoredDump> {
  const { owner, masterKey, store, now, decisions = noDecisions } = parts
  const dump = readRecords(decompress(openStream(masterKey, sealed)))
  const header = await readHeader(dump)
  const steps = stepsOf(header)
  await refuseUsedDatabase(owner, steps)
  await migrate(owner, steps)
  const { ignored, ...restored } = await inLongTransaction(owner, 'writing', async (trx) => {
    await refuseOccupied(trx)
    const rows = await loadTables(trx, dump)
    await bringUpToDate(trx)
    const withoutKeys = header.keys ? [] : await fetchKeys(trx, parts)
    const { destroyed, ignored } = await restoreDestruction(trx, parts, decisions)
    const withdrawn = await endWhatWasLive(trx, now)
    const takenAt = new Date(header.taken_at)
    await markRestored({ trx, now }, takenAt)
    const lost = withoutKeys.filter((slug) => !destroyed.includes(slug))
    return { takenAt, rows, destroyed, ignored, withdrawn, withoutKeys: lost }
  })
  for (const prefix of ignored) await store.delete(tombstoneObject(prefix))
  return restored
}

/** What follows the rows writes tables that the schema of an older dump does not have. */
async function bringUpToDate(trx: ScopedTransaction): Promise<void> {
  await trx.raw('set local role none')
  await migrateWithin(trx)
  await trx.raw('set local role coffer_platform')
}

async function readHeader(dump: AsyncGenerator<DumpPart>): Promise<DumpHeader> {
  const first = await dump.next()
  if (first.done || first.value.kind !== 'header') throw new DumpDamaged('dump_records_invalid')
  return first.value.header
}

/** The dump's schema, as far as this version knows how to make it. */
function stepsOf({ migrations: names }: DumpHeader) {
  const steps = migrations.slice(0, names.length)
  if (names.every((name, at) => steps[at]?.name === name)) return steps
  throw new StartupError('dump_of_newer_version')
}

/** @returns how many rows each table has now */
async function loadTables(trx: ScopedTransaction, dump: AsyncGenerator<DumpPart>): Promise<Record<string, number>> {
  const known = new Map((await describeTables(trx)).map((table) => [table.name, new Set(table.columns)]))
  const loaded: Record<string, number> = {}
  for await (const part of dump) {
    if (part.kind === 'header') throw new DumpDamaged('dump_records_invalid')
    const { table } = part
    if (part.kind === 'rows') {
      loaded[table.name] = (loaded[table.name] ?? 0) + (await loadRows(trx, table, part.lines))
      continue
    }
    const strange = table.columns.find((column) => !known.get(table.name)?.has(column))
    if (strange) throw new StartupError('dump_column_unknown', { table: table.name, column: strange })
    loaded[table.name] = 0
  }
  const tables = await describeTables(trx)
  for (const table of tables) await continueNumbering(trx, table)
  return loaded
}
