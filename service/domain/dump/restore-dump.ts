import type { Knex } from 'knex'
import type { MasterKey } from '../../keys/master-key.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { CannotStart } from '../../store/cannot-start.ts'
import { describeTables } from '../../store/dump/describe-tables.ts'
import { continueNumbering, loadRows, occupiedTables } from '../../store/dump/load-rows.ts'
import { inLongTransaction } from '../../store/long-transaction.ts'
import { migrate } from '../../store/migrate.ts'
import { migrations } from '../../store/migrations/list.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { decompress } from './compress.ts'
import { DumpDamaged } from './dump-damaged.ts'
import type { DumpHeader, DumpSummary } from './dump-records.ts'
import { markRestored } from './mark-restored.ts'
import { type DumpPart, readRecords } from './read-records.ts'
import { endWhatWasLive, fetchKeys, keepDestroyed } from './settle-restored.ts'
import { openStream } from './sealed-stream.ts'

export interface RestoreParts {
  /** The login that owns the schema. */
  owner: Knex
  masterKey: MasterKey
  store: ObjectStore
  now: Date
}

export interface RestoredDump extends DumpSummary {
  /** Slugs of customers whose keys were destroyed after the dump was made, and are destroyed again. */
  destroyed: string[]
  /** Slugs of customers of whose wrapped keys none opens, in the dump or in the store: nothing opens their backups. */
  withoutKeys: string[]
}

/**
 * Puts a dump into an empty database, in one transaction: killed or failed at any moment it leaves the database empty as
 * it was, and may be run again. The schema becomes that of the dump, then the newest.
 *
 * What was so then and must not be so again: sessions of agents are ended, enrolment tokens that nobody used are void,
 * and customers with a tombstone in the store have no keys. The installation is marked as restored.
 * @throws CannotStart when the database holds rows, or a newer Coffer made the dump
 * @throws DumpDamaged, WrongMasterKey, StoreUnreachable
 */
export async function restoreDump(parts: RestoreParts, sealed: AsyncIterable<Uint8Array>): Promise<RestoredDump> {
  const { owner, masterKey, now } = parts
  const dump = readRecords(decompress(openStream(masterKey, sealed)))
  const header = await readHeader(dump)
  await migrate(owner, stepsOf(header))
  const restored = await inLongTransaction(owner, 'writing', async (trx) => {
    await refuseOccupied(trx)
    const rows = await loadTables(trx, dump)
    const withoutKeys = header.keys ? [] : await fetchKeys(trx, parts)
    const destroyed = await keepDestroyed(trx, parts)
    await endWhatWasLive(trx, now)
    const takenAt = new Date(header.taken_at)
    await markRestored({ trx, now }, takenAt)
    return { takenAt, rows, destroyed, withoutKeys: withoutKeys.filter((slug) => !destroyed.includes(slug)) }
  })
  await migrate(owner)
  return restored
}

async function readHeader(dump: AsyncGenerator<DumpPart>): Promise<DumpHeader> {
  const first = await dump.next()
  if (first.done || first.value.kind !== 'header') throw new DumpDamaged('it does not begin with a header')
  return first.value.header
}

/** The dump's schema, as far as this version knows how to make it. */
function stepsOf({ migrations: names }: DumpHeader) {
  const steps = migrations.slice(0, names.length)
  if (names.every((name, at) => steps[at]?.name === name)) return steps
  throw new CannotStart('the dump was made by a newer version of Coffer: update this one')
}

async function refuseOccupied(trx: ScopedTransaction) {
  const occupied = await occupiedTables(trx, await describeTables(trx))
  if (occupied.length === 0) return
  throw new CannotStart(
    `the database is not empty (it has rows in ${occupied.slice(0, 3).join(', ')}…): a dump is restored into an empty one`,
  )
}

/** @returns how many rows each table has now */
async function loadTables(trx: ScopedTransaction, dump: AsyncGenerator<DumpPart>): Promise<Record<string, number>> {
  const known = new Map((await describeTables(trx)).map((table) => [table.name, new Set(table.columns)]))
  const loaded: Record<string, number> = {}
  for await (const part of dump) {
    if (part.kind === 'header') throw new DumpDamaged('it has two headers')
    const { table } = part
    if (part.kind === 'rows') {
      loaded[table.name] = (loaded[table.name] ?? 0) + (await loadRows(trx, table, part.lines))
      continue
    }
    const strange = table.columns.find((column) => !known.get(table.name)?.has(column))
    if (strange) throw new CannotStart(`the dump’s ${table.name}.${strange} is unknown to this version of Coffer`)
    loaded[table.name] = 0
  }
  const tables = await describeTables(trx)
  for (const table of tables) await continueNumbering(trx, table)
  return loaded
}
