import type { DumpedTable } from '../../../store/dump/describe-tables.ts'
import { DumpDamaged } from './dump-damaged.ts'
import { type DumpHeader, recordKinds } from './dump-records.ts'

const lineEnd = 0x0a

/** Part of a dump: its header, the start of a table, or a batch of rows. */
export type DumpPart =
  | { kind: 'header'; header: DumpHeader }
  | { kind: 'table'; table: DumpedTable }
  | { kind: 'rows'; table: DumpedTable; lines: string[] }

/** Maximum rows and characters of a batch; a longer row is a batch of its own. */
const atOnce = { rows: 2_000, characters: 2 * 1024 * 1024 }

/**
 * Parses the records of a dump in constant memory.
 * @throws DumpDamaged for malformed records or a wrong number of rows: the dump is valid only after the last part was
 *   read
 */
export async function* readRecords(stream: AsyncIterable<Buffer>): AsyncGenerator<DumpPart> {
  let [table, rows, tables, allRows, isOver]: [DumpedTable | null, number, number, number, boolean] = [
    null,
    0,
    0,
    0,
    false,
  ]
  let lines: string[] = []
  let characters = 0
  for await (const record of splitRecords(stream)) {
    if (isOver) throw new DumpDamaged('dump_trailing_data')
    const [kind, text] = [record.charAt(0), record.slice(1)]
    if (kind === recordKinds.row && table) {
      lines.push(text)
      characters += text.length
      rows += 1
      if (lines.length < atOnce.rows && characters < atOnce.characters) continue
      yield { kind: 'rows', table, lines }
      ;[lines, characters] = [[], 0]
    } else if (kind === recordKinds.end && table) {
      if (lines.length > 0) yield { kind: 'rows', table, lines }
      ;[lines, characters] = [[], 0]
      if (JSON.parse(text).rows !== rows) throw new DumpDamaged('dump_rows_missing', { table: table.name })
      allRows += rows
      ;[table, rows, tables] = [null, 0, tables + 1]
    } else if (kind === recordKinds.table && !table) {
      table = JSON.parse(text) as DumpedTable
      yield { kind: 'table', table }
    } else if (kind === recordKinds.header && !table && tables === 0) {
      yield { kind: 'header', header: JSON.parse(text) as DumpHeader }
    } else if (kind === recordKinds.last && !table) {
      const parsed = JSON.parse(text)
      if (parsed.tables !== tables || parsed.rows !== allRows) throw new DumpDamaged('dump_records_invalid')
      isOver = true
    } else {
      throw new DumpDamaged('dump_records_invalid')
    }
  }
  if (!isOver) throw new DumpDamaged('dump_records_invalid')
}

/** Splits a stream into lines without their ends, in constant memory except for the longest line. */
async function* splitRecords(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const bytes of stream) {
    let from = 0
    for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, from)) {
      begun.push(bytes.subarray(from, end))
      yield Buffer.concat(begun).toString('utf8')
      begun = []
      from = end + 1
    }
    if (from < bytes.length) begun.push(Buffer.from(bytes.subarray(from)))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8')
}
