import { printableLine } from './printable.ts'

/** A column of a table for users. An empty cell is shown as `-`. */
export interface Column<Row> {
  title: string
  of(row: Row): string | number | null | undefined
  isNumber?: boolean
}

/**
 * Formats rows under their titles. Columns are as wide as their widest cell, with two blanks between and no trailing
 * blanks.
 * @param width of the terminal, to which the last column is cut; null: no limit
 */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number | null): string {
  const cells = rows.map((row) => columns.map((column) => cellOf(column.of(row))))
  const titles = columns.map(({ title }) => title)
  const widths = columns.map((_, at) =>
    [titles, ...cells].reduce((most, line) => Math.max(most, lengthOf(line[at]!)), 0),
  )
  const isNumber = columns.map((column) => column.isNumber === true)
  return [titles, ...cells].map((line) => `${cut(lineOf(line, widths, isNumber), width)}\n`).join('')
}

function cellOf(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '-' : printableLine(String(value))
}

function lineOf(cells: readonly string[], widths: readonly number[], isNumber: readonly boolean[]): string {
  const padded = cells.map((cell, at) => {
    const gap = ' '.repeat(widths[at]! - lengthOf(cell))
    return isNumber[at] ? gap + cell : cell + gap
  })
  return padded.join('  ').trimEnd()
}

function cut(line: string, width: number | null): string {
  const characters = [...line]
  return width === null || characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`
}

function lengthOf(text: string): number {
  return [...text].length
}
