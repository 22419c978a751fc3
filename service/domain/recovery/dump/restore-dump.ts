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
  /** The operator's decisions about tombstones that this installation did not seal. */
  decisions?: TombstoneDecisions
}

export interface RestoredDump extends DumpSummary {
  /** Slugs of tenants whose keys were destroyed after the dump was created, and are destroyed again. */
  destroyed: string[]
  /** Slugs of tenants with a destruction pending when the dump was created: the request is withdrawn. */
  withdrawn: string[]
  /** Slugs of tenants without usable wrapped keys, in the dump or in the store: their backups cannot be decrypted. */
  withoutKeys: string[]
}

/**
 * Restores a dump into an empty database, in one transaction: if it fails or is killed, the database stays empty, and
 * it can be run again. The schema becomes that of the dump, then the newest. The caller must stop all replicas. Agent
 * sessions are ended, unused enrolment tokens are voided, and tenants with a tombstone in the store have no keys. The
 * installation is marked as restored.
 * @throws DatabaseUsed if the database contains rows or a newer schema; nothing is changed then
 * @throws StartupError if a newer version of Coffer made the dump, or the operator must decide about a tombstone
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

/** The steps after the rows write to tables that the schema of an older dump lacks. */
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

/** Returns the migrations of the dump's schema that this version contains. */
function stepsOf({ migrations: names }: DumpHeader) {
  const steps = migrations.slice(0, names.length)
  if (names.every((name, at) => steps[at]?.name === name)) return steps
  throw new StartupError('dump_of_newer_version')
}

/** @returns the number of rows of each table */
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
