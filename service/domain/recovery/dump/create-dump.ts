import type { Knex } from 'knex'
import type { MasterKey } from '../../../keys/master-key.ts'
import { describeTables } from '../../../store/dump/describe-tables.ts'
import { readRows } from '../../../store/dump/read-rows.ts'
import { inLongTransaction } from '../../../store/long-transaction.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { compress } from './compress.ts'
import { type DumpHeader, type DumpSummary, recordKinds, rowsOf } from './dump-records.ts'
import { excludedTables } from './excluded-tables.ts'
import { sealStream } from './sealed-stream.ts'

export interface DumpDependencies {
  knex: Knex
  masterKey: MasterKey
  now: Date
}

export interface DumpOptions {
  /**
   * Whether the dump contains the tenants' wrapped keys. A dump in the object store does not, because the keys are
   * stored there separately: destroyed keys then remain in no dump.
   */
  keys: boolean
}

/**
 * Dumps the whole database as of one instant, compresses and seals it, and passes it to `write` in blocks, with
 * constant memory. The service stays available. Holds one connection until the end.
 */
export async function createDump(
  { knex, masterKey, now }: DumpDependencies,
  { keys }: DumpOptions,
  write: (bytes: Buffer) => Promise<void>,
): Promise<DumpSummary> {
  const summary: DumpSummary = { takenAt: now, rows: {} }
  await inLongTransaction(knex, 'snapshot', async (trx) => {
    const records = inPieces(readRecords(trx, summary, keys))
    for await (const bytes of sealStream(masterKey, compress(records))) await write(bytes)
  })
  return summary
}

async function* readRecords(trx: ScopedTransaction, summary: DumpSummary, keys: boolean): AsyncGenerator<string> {
  const migrations: string[] = await trx('schema_steps').orderBy('position').pluck('name')
  const header: DumpHeader = { format: 1, taken_at: summary.takenAt.toISOString(), migrations, keys }
  yield record('header', header)
  for (const table of await describeTables(trx)) {
    if (table.name in excludedTables) continue
    yield record('table', table)
    let rows = 0
    const emptied = table.name === 'tenant_keys' && !keys ? ['bundle'] : []
    for await (const lines of readRows(trx, table.name, table.columns, { emptied })) {
      yield lines.map((line) => `${recordKinds.row}${line}\n`).join('')
      rows += lines.length
    }
    yield record('end', { rows })
    summary.rows[table.name] = rows
  }
  yield record('last', { tables: Object.keys(summary.rows).length, rows: rowsOf(summary) })
}

function record(kind: keyof typeof recordKinds, value: object): string {
  return `${recordKinds[kind]}${JSON.stringify(value)}\n`
}

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}
