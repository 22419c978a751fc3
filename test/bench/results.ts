import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'

/** A printed table. `benchmark` is the name on the command line. */
export interface RecordedTable {
  benchmark: string
  title: string
  head: string[]
  rows: string[][]
}

/** What `--save` writes and `--compare` reads. */
export interface Results {
  /** The commit that was measured; null outside a repository. */
  commit: string | null
  /** Whether the sources differed from the commit. */
  isModified: boolean
  measuredAt: string
  isSmall: boolean
  machine: { cores: number; model: string; memoryGib: number; node: string }
  /** Average number of running processes over the last minute, before and after. */
  load: { before: number; after: number }
  tables: RecordedTable[]
}

/** One figure of two runs. */
export interface ComparedFigure {
  benchmark: string
  /** What the row and its column measure. */
  row: string
  column: string
  before: number
  now: number
  /** Above 1 if the work got faster, smaller or cheaper. */
  gain: number
}

/** How a figure grows with the size of the data, from at least three sizes. */
export interface Growth {
  row: string
  column: string
  /** By size, ascending. */
  points: { size: number; value: number }[]
  /** Of the size in the best fit of `value = a * size^exponent`: 0 does not grow, 1 is linear. */
  exponent: number
}

/** Columns that say what a row measures although they are numbers. */
const sizeColumns = ['devices', 'files', 'versions', 'texts', 'jobs', 'chunks', 'agents', 'MB of answer']
const labelColumns = [...sizeColumns, 'customers', 'replicas']

/** Columns in which more is better. In all others, less is. */
const columnsOfMore = new Set([
  ...[
    'a minute',
    'a second',
    'beside bare',
    'beside RANCID',
    'queued a second',
    'worked off a second',
    'bare queue a second',
  ],
  ...['MB/s', 'pack, MB/s', 'written /s', 'walked /s', 'identified /s'],
])

/** Columns that describe the data rather than the product. */
const columnsOfData = new Set(['longest ms', 'complete', 'edits', 'edits / GNU', 'requests/s'])

const tables: RecordedTable[] = []

/** Records a table for `writeResults`. */
export function recordTable(table: RecordedTable): void {
  tables.push(table)
}

/** Returns the tables recorded so far. */
export function recordedTables(): readonly RecordedTable[] {
  return tables
}

/** Returns the results of this run. `loadBefore` is the load when it started. */
export function resultsOfRun(loadBefore: number, isSmall: boolean): Results {
  const git = (...words: string[]) => {
    try {
      const cwd = import.meta.dirname
      return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return null // a copy without its repository
    }
  }
  const [cpu] = os.cpus()
  return {
    commit: git('rev-parse', 'HEAD'),
    isModified: Boolean(git('status', '--porcelain', '--untracked-files=no')),
    measuredAt: new Date().toISOString(),
    isSmall,
    machine: {
      cores: os.availableParallelism(),
      model: cpu?.model ?? 'unknown',
      memoryGib: Math.round(os.totalmem() / 2 ** 30),
      node: process.version,
    },
    load: { before: loadBefore, after: currentLoad() },
    tables,
  }
}

/** Returns the average number of running processes over the last minute, to one decimal. */
export function currentLoad(): number {
  return Math.round((os.loadavg()[0] ?? 0) * 10) / 10
}

/** @throws Error if the file is not one that `--save` wrote */
export function readResults(file: string): Results {
  const results: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
  const isSaved =
    typeof results === 'object' && results !== null && 'tables' in results && Array.isArray(results.tables)
  if (!isSaved) throw new Error(`${file} contains no results of benchmarks. Write one with --save FILE.`)
  return results as Results
}

/** Returns the figures that both runs contain, in the order of `now`. */
export function compareResults(before: readonly RecordedTable[], now: readonly RecordedTable[]): ComparedFigure[] {
  const known = new Map(figuresOf(before).map((figure) => [keyOf(figure), figure.value]))
  return figuresOf(now).flatMap(({ benchmark, row, column, value, ...rest }) => {
    const earlier = known.get(keyOf({ benchmark, row, column, ...rest }))
    if (earlier === undefined || columnsOfData.has(column)) return []
    const ratio = earlier === value ? 1 : value / earlier
    return [
      { benchmark, row, column, before: earlier, now: value, gain: columnsOfMore.has(column) ? ratio : 1 / ratio },
    ]
  })
}

/** Returns how each figure grows that was measured at three or more sizes. */
export function growthOf(recorded: readonly RecordedTable[]): Growth[] {
  const curves = new Map<string, Growth>()
  for (const { size, rowWithoutSize: row, column, value, benchmark } of figuresOf(recorded)) {
    if (size === null || !(value > 0) || columnsOfData.has(column)) continue
    const key = JSON.stringify([benchmark, row, column])
    const curve = curves.get(key) ?? { row, column, points: [], exponent: 0 }
    const isRepeated = curve.points.some((point) => point.size === size && point.value === value) // by another table
    if (!isRepeated) curve.points.push({ size, value })
    curves.set(key, curve)
  }
  return [...curves.values()]
    .map((curve) => ({ ...curve, points: curve.points.toSorted((a, b) => a.size - b.size) }))
    .filter(({ points }) => new Set(points.map(({ size }) => size)).size >= 3)
    .map((curve) => ({ ...curve, exponent: exponentOf(curve.points) }))
}

/** Returns the slope of the least-squares line through the logarithms. */
export function exponentOf(points: readonly { size: number; value: number }[]): number {
  const logs = points.map(({ size, value }) => [Math.log(size), Math.log(value)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const variance = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return covariance / variance
}

interface Figure {
  benchmark: string
  title: string
  row: string
  rowWithoutSize: string
  size: number | null
  column: string
  value: number
}

function keyOf({ benchmark, row, column }: Pick<Figure, 'benchmark' | 'row' | 'column'>): string {
  return JSON.stringify([benchmark, row, column])
}

function figuresOf(recorded: readonly RecordedTable[]): Figure[] {
  return recorded.flatMap(({ benchmark, title, head, rows }) => {
    const sizeAt = head.findIndex((name) => sizeColumns.includes(name))
    return rows.flatMap((row) => {
      const labels = head.flatMap((name, at) => (isLabel(name, row[at] ?? '') ? [{ name, at }] : []))
      const describe = (shown: typeof labels) =>
        shown
          .filter(({ at }) => row[at])
          .map(({ name, at }) => (labelColumns.includes(name) ? `${row[at]} ${name}` : row[at]))
          .join(', ')
      return head.flatMap((column, at) => {
        const value = numberIn(row[at] ?? '')
        if (value === null || isLabel(column, row[at] ?? '')) return []
        const rowWithoutSize = describe(labels.filter((label) => label.at !== sizeAt))
        const size = sizeAt < 0 ? null : numberIn(row[sizeAt] ?? '')
        return [{ benchmark, title, row: describe(labels) || title, rowWithoutSize, size, column, value }]
      })
    })
  })
}

function isLabel(column: string, cell: string): boolean {
  return labelColumns.includes(column) || numberIn(cell) === null
}

/** Returns the number of a cell such as `1,234`, `0.56 x` or `78 MiB`; null for a text. */
function numberIn(cell: string): number | null {
  const [, digits] = /^(-?[\d,]+(?:\.\d+)?)(?: (?:x|[KMG]i?B))?$/.exec(cell) ?? []
  return digits === undefined ? null : Number(digits.replaceAll(',', ''))
}
