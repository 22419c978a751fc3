import { recordTable } from './results.ts'

let benchmark = ''

/** Names the benchmark whose tables follow. */
export function beginBenchmark(name: string): void {
  benchmark = name
}

/** Prints a table in Markdown, and records it for `--save` and `--compare`. */
export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  recordTable({ benchmark, title, head, rows: rows.map((row) => row.map(String)) })
  console.log(`\n${title}\n`)
  console.log(tableOf(head, rows))
}

/** Prints records as a table with a column for each of their fields. */
export function printRecords(title: string, records: Record<string, string | number>[]): void {
  const head = [...new Set(records.flatMap((record) => Object.keys(record)))]
  printTable(
    title,
    head,
    records.map((record) => head.map((name) => record[name] ?? '')),
  )
}

/** Returns the table as text without a final line end. */
export function tableOf(head: string[], rows: (string | number)[][]): string {
  const cells = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...cells.slice(1).map(line)].join('\n')
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

export function ratio(ours: number, peers: number): string {
  return `${(ours / peers).toFixed(2)} x`
}
