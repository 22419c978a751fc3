import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { readCell, readList } from '../../../../shared/inventory/csv-cells.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type FieldError, invalidField } from '../../kernel/domain-error.ts'
import { type ImportWarning, generalWarning } from './import-report.ts'
import { type RawInventory, type RawLine, maxLines } from './raw-inventory.ts'
import { factCells } from './device-definition.ts'
import { type ColumnKind, fieldColumns, optionColumns } from './table-columns.ts'

/**
 * Parses a table as users create it. Accepts commas, semicolons or tabs, any line ends, and quoted cells with line
 * ends. Accepts UTF-8 with or without a byte order mark, and UTF-16. Columns may have any order, case and spacing.
 * Lines of other tenants, by the column `customer` of an export of all tenants, are left out.
 * @param whose slug of the tenant whose lines are read; default: `slug`
 * @param ignoreUnknown whether an unknown column is a warning instead of an error
 * @throws DomainError validation_failed if it is not a table, has no column `name`, or has too many lines
 */
export async function readCsv(
  bytes: Buffer,
  slug: string,
  { ignoreUnknown = true, whose = slug }: { ignoreUnknown?: boolean; whose?: string } = {},
): Promise<RawInventory> {
  const text = decodeText(bytes)
  const { delimiter, from } = detectDelimiter(text)
  const inventory: RawInventory = { lines: [], rejected: [], warnings: [] }
  let columns: Column[] | null = null
  let row = 0
  let others = 0
  try {
    for await (const record of Readable.from(readInPieces(text)).pipe(parse({ ...options, delimiter }))) {
      row += 1
      const cells: string[] = record
      if (row < from || cells.every((cell) => cell.trim() === '')) continue
      if (!columns) {
        const header = parseHeader(cells)
        if (!ignoreUnknown) rejectUnknown(header.unknown)
        inventory.warnings.push(...unknownWarnings(header.unknown))
        columns = header.columns
        continue
      }
      if (inventory.lines.length === maxLines) throw invalidField('file', 'too_many_lines', { max: maxLines })
      const line = parseLine(row, columns, cells)
      if (line.customer && line.customer !== whose) others += 1
      else if (line.surplus) inventory.rejected.push({ row, name: line.name, errors: [surplusError] })
      else inventory.lines.push(line.raw)
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  }
  if (!columns) throw invalidField('file', 'is_empty')
  if (others > 0) {
    inventory.warnings.push(generalWarning(message('import_lines_of_other_customers', { count: others })))
  }
  return inventory
}

const surplusError: FieldError = { path: 'file', error: message('cells_surplus') }

const options: Options = {
  relax_column_count: true,
  skip_empty_lines: false,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: 1024 * 1024,
}

/** Bytes parsed between two yields to the event loop. */
const pieceLength = 64 * 1024

async function* readInPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    await yieldToEventLoop()
    yield text.slice(at, at + pieceLength)
  }
}

/** Decodes by the byte order mark; without one as UTF-8. */
function decodeText(bytes: Buffer): string {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) {
    throw invalidField('file', 'file_is_archive')
  }
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    throw invalidField('file', 'file_not_in_encoding', { encoding: encoding.toUpperCase() })
  }
  throw invalidField('file', 'file_not_text')
}

/** Chooses the common separator with which most columns are known. Excel's `sep=;` takes precedence. */
function detectDelimiter(text: string): { delimiter: string; from: number } {
  const named = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1]
  if (named) return { delimiter: named, from: 2 }
  const start = text.replace(/^\s+/, '').slice(0, pieceLength)
  const known = [',', ';', '\t', '|'].map((delimiter) => {
    return { delimiter, count: readHeader(start, delimiter).filter((cell) => columnsByKey.has(columnKey(cell))).length }
  })
  const [best] = known.sort((a, b) => b.count - a.count)
  return { delimiter: best?.delimiter ?? ',', from: 1 }
}

function readHeader(start: string, delimiter: string): string[] {
  try {
    const [header = []] = parseNow(start, { ...options, delimiter, to: 1, relax_quotes: true }) as string[][]
    return header
  } catch {
    return []
  }
}

/** `name` is that of the field or option. */
type Column = { kind: ColumnKind; name: string } | null

/** Columns by key; an option also as `option.NAME`. A field takes precedence over an option of the same name. */
const columnsByKey = new Map<string, NonNullable<Column>>([
  ...[...optionColumns].flatMap(([name, kind]) =>
    [columnKey(name), `option.${columnKey(name)}`].map((key): [string, NonNullable<Column>] => [key, { kind, name }]),
  ),
  ...Object.entries(fieldColumns).map(([name, kind]): [string, NonNullable<Column>] => [
    columnKey(name),
    { kind, name },
  ]),
  ['customer', { kind: 'customer', name: 'customer' }],
])

/** Columns of an export that the import does not set. */
const ignoredKeys: ReadonlySet<string> = new Set(factCells.map(columnKey))

/** Normalises `Host Name ` to `hostname`. */
function columnKey(cell: string): string {
  return cell.toLowerCase().replace(/[\s_\uFEFF-]/g, '')
}

/** @throws DomainError validation_failed without a name, or if two columns have the same meaning */
function parseHeader(header: string[]): { columns: Column[]; unknown: string[] } {
  const keys = header
    .map(columnKey)
    .map((key) => (key === 'transportpref' ? 'transport' : key.replace(/^option\./, '')))
  if (!keys.includes('name')) throw invalidField('file', 'column_missing', { column: 'name' })
  const isKnown = (key: string) => key === '' || ignoredKeys.has(key) || columnsByKey.has(key)
  const unknown = header.filter((_cell, at) => !isKnown(keys[at] ?? ''))
  const columns = keys.map((key, at): Column => {
    const column = columnsByKey.get(key) ?? null
    if (column && keys.indexOf(key) < at) throw invalidField('file', 'column_twice', { column: key })
    return column
  })
  return { columns, unknown }
}

/** @throws DomainError validation_failed */
function rejectUnknown(unknown: string[]): void {
  const [first] = unknown
  if (first === undefined) return
  throw invalidField('file', 'column_unknown', describeUnknown(first))
}

/** Maximum number of columns in an error: a table can have thousands. */
const maxNamed = 20

function unknownWarnings(columns: string[]): ImportWarning[] {
  const named = columns.slice(0, maxNamed).map((name) => message('import_column_unknown', describeUnknown(name)))
  const count = columns.length - named.length
  const warnings = count > 0 ? [...named, message('import_columns_unknown', { count })] : named
  return warnings.map((warning) => ({ row: 1, name: null, warning }))
}

/** Other inventories have a column `port`; only the user knows which of the two ports it means. */
function describeUnknown(column: string): { column: string; hint: 'ports' | 'none' } {
  return { column: column.trim().slice(0, 100), hint: columnKey(column) === 'port' ? 'ports' : 'none' }
}

interface TableLine {
  raw: RawLine
  name: string | null
  customer: string
  surplus: boolean
}

/** A cell missing at the end of a line counts as an absent column. */
function parseLine(row: number, columns: Column[], cells: string[]): TableLine {
  const definition: Record<string, unknown> = {}
  const someOptions: Record<string, unknown> = {}
  const retention: Record<string, unknown> = {}
  let customer = ''
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]
    if (!column) continue
    const { kind, name } = column
    const text = readCell(cell.trim())
    if (kind === 'customer') customer = text
    else if (kind === 'retention') retention[name] = text === '' ? null : numberIn(text)
    else if (kind.startsWith('option')) someOptions[name] = text === '' ? undefined : optionValue(kind, text)
    else Object.assign(definition, fieldIn(column, text))
  }
  if (Object.keys(retention).length > 0) definition['retention'] = retention
  const name = typeof definition['name'] === 'string' ? definition['name'] : null
  const isSurplus = cells.slice(columns.length).some((cell) => cell.trim() !== '')
  const hasOptions = Object.keys(someOptions).length > 0
  return { raw: { row, definition, ...(hasOptions && { someOptions }) }, name, customer, surplus: isSurplus }
}

/** Returns the field of a cell by its contract name; empty if the cell leaves the field unchanged. */
function fieldIn({ kind, name }: NonNullable<Column>, text: string): Record<string, unknown> {
  if (kind === 'transport') return { transport_pref: text === '' ? 'auto' : text.toLowerCase() }
  if (kind === 'list') return { [name]: [...new Set(readList(text))] }
  if (kind === 'name' || kind === 'text') return { [name]: text }
  if (kind === 'reference') return { [name]: text === '' ? null : text }
  if (kind === 'word') return { [name]: text === '' ? null : text.toLowerCase() }
  if (kind === 'number') return { [name]: text === '' ? null : numberIn(text) }
  if (text === '') return {}
  if (kind === 'count') return { [name]: numberIn(text) }
  if (kind === 'yes or no') return { [name]: yesOrNoIn(text) }
  return { [name]: name === 'platform' ? text.toLowerCase() : text }
}

function optionValue(kind: ColumnKind, text: string): unknown {
  if (kind === 'option list') return readList(text)
  if (kind === 'option number') return numberIn(text)
  return kind === 'option yes or no' ? yesOrNoIn(text) : text
}

/** Text that is not a number stays text: the validation of the field rejects it. */
function numberIn(text: string): number | string {
  return /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text
}

/** Text that is neither stays text: the validation of the field rejects it. */
function yesOrNoIn(text: string): boolean | string {
  if (/^(true|yes|1)$/i.test(text)) return true
  return /^(false|no|0)$/i.test(text) ? false : text
}

/** Leaves out the parser's message, which quotes the file; line 0 is an unknown line. */
function unreadable({ code, lines }: CsvError & { lines?: unknown }) {
  const faults: Record<string, string> = {
    CSV_QUOTE_NOT_CLOSED: 'quote_not_closed',
    CSV_INVALID_CLOSING_QUOTE: 'text_after_quote',
    INVALID_OPENING_QUOTE: 'quote_in_text',
    CSV_MAX_RECORD_SIZE: 'line_too_long',
  }
  const line = typeof lines === 'number' ? lines : 0
  return invalidField('file', 'csv_unreadable', { fault: faults[code] ?? 'unreadable', line })
}
