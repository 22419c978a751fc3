import { CsvError, parse } from 'csv-parse/sync'
import { message } from '../../../../shared/messages/message.ts'
import { type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { jsonEntries, type TableLine } from './json-entries.ts'

/** When sales and support of a product end, according to a source. */
export interface EndOfLifeEntry {
  vendor: string
  /** A pattern with `*` for any text; empty without one, as are `osVersion` and `endOfSale`. */
  model: string
  osVersion: string
  endOfSale: string
  /** A date, such as `2029-10-31`. */
  endOfSupport: string
  source: string
}

/** The columns of a table, and the keys of an entry in JSON. */
export const endOfLifeColumns = ['vendor', 'model', 'os_version', 'end_of_sale', 'end_of_support', 'source'] as const

type Column = (typeof endOfLifeColumns)[number]

/** Longest value, in characters. */
const maxLengths: Readonly<Record<Column, number>> = {
  ...{ vendor: 200, model: 200, os_version: 200, end_of_sale: 10, end_of_support: 10, source: 500 },
}

export const maxEntries = 10_000

/** Errors that a response lists. */
const maxErrors = 20

/**
 * Reads a table of ends of life: CSV with a header, or a JSON array of objects with the same names.
 * @throws DomainError validation_failed with the line of each error, at most 20
 */
export function readEndOfLife(format: 'csv' | 'json', text: string): EndOfLifeEntry[] {
  const lines = format === 'csv' ? csvLines(text) : jsonEntries(text)
  if (lines.length > maxEntries) throw invalidField('source', 'too_many_lines', { max: maxEntries })
  const errors: FieldError[] = []
  const firstLines = new Map<string, number>()
  const entries = lines.map(({ line, values }): EndOfLifeEntry => {
    const fault = (error: FieldError['error']) => errors.push({ path: 'source', error })
    const read = (column: Column) => readValue(values[column], column, line, fault)
    for (const key of Object.keys(values))
      if (!(endOfLifeColumns as readonly string[]).includes(key))
        fault(message('line_key_unknown', { line, column: key }))
    const entry: EndOfLifeEntry = {
      vendor: read('vendor'),
      model: read('model'),
      osVersion: read('os_version'),
      endOfSale: read('end_of_sale'),
      endOfSupport: read('end_of_support'),
      source: read('source'),
    }
    for (const [column, value] of [
      ['vendor', entry.vendor],
      ['end_of_support', entry.endOfSupport],
    ] as const)
      if (value === '') fault(message('line_value_missing', { line, column }))
    if (entry.model === '' && entry.osVersion === '') fault(message('line_without_pattern', { line }))
    const name = JSON.stringify([entry.vendor, entry.model, entry.osVersion]).toLowerCase()
    const first = firstLines.get(name)
    if (first !== undefined) fault(message('line_repeated', { line, first }))
    else firstLines.set(name, line)
    return entry
  })
  if (errors.length > 0) throw invalidFields(errors.slice(0, maxErrors))
  return entries
}

function readValue(value: unknown, column: Column, line: number, fault: (error: FieldError['error']) => void): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value.trim() : ''
  const isDate = column === 'end_of_sale' || column === 'end_of_support'
  const isRight = text.length <= maxLengths[column] && !/\p{Cc}/u.test(text) && (!isDate || text === '' || isDay(text))
  if (typeof value !== 'string' || !isRight) {
    fault(message('line_value_invalid', { line, column, value: String(value).slice(0, 60) }))
    return '?' // not missing
  }
  return text
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function csvLines(text: string): TableLine[] {
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''))
  if (!header) throw invalidField('source', 'is_empty')
  const columns = header.record.map((cell) => cell.trim().toLowerCase())
  for (const column of columns)
    if (!(endOfLifeColumns as readonly string[]).includes(column))
      throw invalidField('source', 'column_unknown', { column, hint: '' })
  for (const column of ['vendor', 'end_of_support'])
    if (!columns.includes(column)) throw invalidField('source', 'column_missing', { column })
  return rows.map(({ record, info }) => ({
    line: info.lines,
    values: Object.fromEntries(record.map((cell, at) => [columns[at] ?? `${at + 1}`, cell])),
  }))
}

function parseCsv(text: string): { record: string[]; info: { lines: number } }[] {
  try {
    return parse(text, { info: true, relax_column_count: true, skip_empty_lines: true }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidField('source', 'csv_unreadable', { fault: 'other', line: Number(error['lines'] ?? 0) })
  }
}
