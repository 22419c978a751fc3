import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { readCell, readList } from '../../../shared/inventory/csv-cells.ts'
import { refused } from '../refusal.ts'
import type { ImportWarning } from './import-report.ts'
import { type RawInventory, type RawLine, mostLines } from './raw-inventory.ts'

/**
 * The devices of a table as people make it: commas, semicolons or tabs, any line ends, quoted cells with line ends in
 * them, UTF-8 with a byte order mark or without, UTF-16, columns in any order and spelling of case and blanks. A line of
 * another customer, by the column `customer` of an export of all, is left out.
 * @throws Refusal 422 for what is no table, has no column `name`, or holds too many lines
 */
export async function readTable(bytes: Buffer, slug: string): Promise<RawInventory> {
  const text = textOf(bytes)
  const { delimiter, from } = separatorOf(text)
  const inventory: RawInventory = { lines: [], rejected: [], warnings: [] }
  let columns: Column[] | null = null
  let row = 0
  let others = 0
  try {
    for await (const record of Readable.from(piecesOf(text)).pipe(parse({ ...options, delimiter }))) {
      row += 1
      const cells: string[] = record
      if (row < from || cells.every((cell) => cell.trim() === '')) continue
      if (!columns) {
        columns = columnsOf(cells, inventory.warnings)
        continue
      }
      if (inventory.lines.length === mostLines)
        throw refused('file', `has more than ${mostLines} lines: import it in parts`)
      const line = lineOf(row, columns, cells)
      if (line.customer && line.customer !== slug) others += 1
      else if (line.surplus) inventory.rejected.push({ row, name: line.name, reason: surplus })
      else inventory.lines.push(line.raw)
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  }
  if (!columns) throw refused('file', 'is empty')
  if (others > 0) {
    const message = `${others} ${others === 1 ? 'line of another customer was' : 'lines of other customers were'} left out`
    inventory.warnings.push({ row: null, name: null, message })
  }
  return inventory
}

const surplus = 'has more cells than there are columns: a text with a separator in it needs quotes around it'

const options: Options = {
  relax_column_count: true,
  skip_empty_lines: false,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: 1024 * 1024,
}

/** The unit of work between which others have their turn. */
const pieceLength = 64 * 1024

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    await othersFirst()
    yield text.slice(at, at + pieceLength)
  }
}

/** By its byte order mark; without one it is UTF-8. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) {
    throw refused('file', 'is a workbook or another archive: save it as CSV')
  }
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    throw refused('file', `is no ${encoding.toUpperCase()} text: save it as "CSV UTF-8"`)
  }
  throw refused('file', 'is no text')
}

/** Of the separators that people use, the one by which most columns are known. Excel’s own `sep=;` stands before all. */
function separatorOf(text: string): { delimiter: string; from: number } {
  const named = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1]
  if (named) return { delimiter: named, from: 2 }
  const start = text.replace(/^\s+/, '').slice(0, pieceLength)
  const known = [',', ';', '\t', '|'].map((delimiter) => {
    return { delimiter, count: headerBy(start, delimiter).filter((cell) => columnKinds.has(keyOf(cell))).length }
  })
  const [best] = known.sort((a, b) => b.count - a.count)
  return { delimiter: best?.delimiter ?? ',', from: 1 }
}

function headerBy(start: string, delimiter: string): string[] {
  try {
    const [header = []] = parseNow(start, { ...options, delimiter, to: 1, relax_quotes: true }) as string[][]
    return header
  } catch {
    return []
  }
}

type Column = { kind: ColumnKind; key: string } | null

/** How a cell is read. */
type ColumnKind = 'name' | 'text' | 'needed' | 'word' | 'reference' | 'list' | 'option' | 'option list' | 'customer'

const columnKinds = new Map<string, ColumnKind>(
  Object.entries({
    name: 'name',
    hostname: 'needed',
    platform: 'needed',
    transport: 'word',
    transportpref: 'word',
    site: 'text',
    schedule: 'text',
    credential: 'reference',
    agents: 'list',
    tags: 'list',
    paths: 'option list',
    excludes: 'option list',
    vdom: 'option',
    vsys: 'option',
    customer: 'customer',
  }),
)

/** `Host Name ` as `hostname`. */
function keyOf(cell: string): string {
  return cell.toLowerCase().replace(/[\s_\uFEFF-]/g, '')
}

/** @throws Refusal 422 without a name, or where two columns say the same thing */
function columnsOf(header: string[], warnings: ImportWarning[]): Column[] {
  const keys = header.map(keyOf).map((key) => (key === 'transportpref' ? 'transport' : key))
  if (!keys.includes('name')) throw refused('file', "has no column 'name' in its first line")
  const unknown = header.filter((_cell, at) => keys[at] !== '' && !columnKinds.has(keys[at] ?? ''))
  warnings.push(...unknownWarnings(unknown))
  return keys.map((key, at) => {
    const kind = columnKinds.get(key)
    if (kind && keys.indexOf(key) < at) throw refused('file', `has two columns '${key}'`)
    return kind ? { kind, key } : null
  })
}

/** So many columns are named; a table may have as many as it has letters. */
const mostNamed = 20

function unknownWarnings(columns: string[]): ImportWarning[] {
  const named = columns
    .slice(0, mostNamed)
    .map((name) => `the column '${name.trim().slice(0, 100)}' is unknown: ignored`)
  const more = columns.length - named.length
  const messages = more > 0 ? [...named, `${more} more columns are unknown: ignored`] : named
  return messages.map((message) => ({ row: 1, name: null, message }))
}

interface TableLine {
  raw: RawLine
  name: string | null
  customer: string
  surplus: boolean
}

/** A cell that is not there, because its line ends before, is as absent as its column. */
function lineOf(row: number, columns: Column[], cells: string[]): TableLine {
  const definition: Record<string, unknown> = {}
  const someOptions: Record<string, unknown> = {}
  let customer = ''
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]
    if (!column) continue
    const { kind, key } = column
    const text = readCell(cell.trim())
    if (kind === 'name') definition['name'] = text
    if (kind === 'needed' && text !== '') definition[key] = key === 'platform' ? text.toLowerCase() : text
    if (kind === 'word') definition['transport_pref'] = text === '' ? 'auto' : text.toLowerCase()
    if (kind === 'text') definition[key] = text
    if (kind === 'reference') definition[key] = text === '' ? null : text
    if (kind === 'list') definition[key] = [...new Set(readList(text))]
    if (kind === 'option') someOptions[key] = text === '' ? undefined : text
    if (kind === 'option list') someOptions[key] = text === '' ? undefined : readList(text)
    if (kind === 'customer') customer = text
  }
  const name = typeof definition['name'] === 'string' ? definition['name'] : null
  const isSurplus = cells.slice(columns.length).some((cell) => cell.trim() !== '')
  const hasOptions = Object.keys(someOptions).length > 0
  return { raw: { row, definition, ...(hasOptions && { someOptions }) }, name, customer, surplus: isSurplus }
}

/** In our own words: those of the parser quote the file. */
function unreadable({ code, lines }: CsvError & { lines?: unknown }) {
  const where = typeof lines === 'number' ? `line ${lines}: ` : ''
  const what: Record<string, string> = {
    CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
    CSV_INVALID_CLOSING_QUOTE: 'there is text behind a closing quote; a quote inside a text is written twice',
    INVALID_OPENING_QUOTE:
      'there is a quote in a text without quotes around it; such a quote is written twice, in quotes',
    CSV_MAX_RECORD_SIZE: 'a line is longer than 1 MiB: is a quote not closed?',
  }
  return refused('file', `${where}${what[code] ?? 'the table cannot be read'}`)
}
