import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../support/temporary-folders.ts'
import {
  type RecordedTable,
  compareResults,
  exponentOf,
  growthOf,
  readResults,
  resultsOfRun,
} from '../bench/results.ts'

const lists: RecordedTable = {
  benchmark: 'lists',
  title: 'Lists',
  head: ['versions', 'what', 'p50 ms', 'rows'],
  rows: [
    ['1,000', 'runs', '8.0', '200'],
    ['10,000', 'runs', '8.0', '2,000'],
    ['100,000', 'runs', '8.0', '20,000'],
    ['1,000', 'versions', '4.0', '50'],
  ],
}

const devices: RecordedTable = {
  benchmark: 'devices',
  title: 'Devices',
  head: ['devices', 'client', 'backup', 'a minute', 'beside bare', 'agent peak MB'],
  rows: [
    ['400', 'bare', 'each', '11,000', '1.00 x', ''],
    ['400', 'Coffer', 'first', '1100', '0.10 x', '350'],
  ],
}

describe('benchmark results', () => {
  it('are compared by row and column, with a gain above 1 for more work or less time', () => {
    const now = [
      withCell(devices, 1, 3, '2200'),
      withCell(withCell(lists, 0, 2, '4.0'), 3, 3, '100'), // half the time, twice the rows
    ]

    const gains = compareResults([lists, devices], now).filter(({ gain }) => gain !== 1)

    expect(gains).to.deep.equal([
      { benchmark: 'devices', row: '400 devices, Coffer, first', column: 'a minute', before: 1100, now: 2200, gain: 2 },
      { benchmark: 'lists', row: '1,000 versions, runs', column: 'p50 ms', before: 8, now: 4, gain: 2 },
      { benchmark: 'lists', row: '1,000 versions, versions', column: 'rows', before: 50, now: 100, gain: 0.5 },
    ])
  })

  it('leave out figures that only one run has', () => {
    const other = { ...lists, benchmark: 'other' }
    const longer = { ...lists, rows: [...lists.rows, ['1,000', 'audit', '7.0', '10']] }

    expect(compareResults([other], [lists])).to.deep.equal([])
    expect(compareResults([lists], [longer]).map(({ row }) => row)).to.not.include('1,000 versions, audit')
  })

  it('show the growth of figures with three sizes', () => {
    const growth = growthOf([lists, devices]).map(({ row, column, points, exponent }) => {
      return [row, column, points.map(({ size }) => size), Number(exponent.toFixed(6))]
    })

    expect(growth).to.deep.equal([
      ['runs', 'p50 ms', [1_000, 10_000, 100_000], 0],
      ['runs', 'rows', [1_000, 10_000, 100_000], 1],
    ])
    expect(growthOf([lists, lists]), 'a figure of two tables').to.deep.equal(growthOf([lists]))
  })

  it('include the exponent of the best fit', () => {
    const sizes = [10, 100, 1_000]

    expect(exponentOf(sizes.map((size) => ({ size, value: 3 * size ** 2 })))).to.be.closeTo(2, 1e-9)
    expect(exponentOf(sizes.map((size) => ({ size, value: Math.sqrt(size) })))).to.be.closeTo(0.5, 1e-9)
  })

  it('are read back as written, and other files are rejected', () => {
    const folder = temporaryFolder('coffer-bench-results-')
    const [file, other] = ['saved.json', 'other.json'].map((name) => path.join(folder, name)) as [string, string]
    const results = { ...resultsOfRun(0.5, true), tables: [lists] }
    fs.writeFileSync(file, JSON.stringify(results))
    fs.writeFileSync(other, '{"rows": []}')

    expect(readResults(file)).to.deep.equal(results)
    expect(() => readResults(other)).to.throw('contains no results of benchmarks')
  })
})

describe('a benchmark run', () => {
  it('saves its results, and a later run prints the changes', () => {
    const file = path.join(temporaryFolder('coffer-bench-results-'), 'saved.json')

    const first = runWith({ ms: '8.0' }, 'lists', '--small', '--save', file)
    const second = runWith({ ms: '2.0' }, '--small', '--compare', file)

    expect([first.status, second.status], first.stderr + second.stderr).to.deep.equal([0, 0])
    expect(readResults(file).isSmall).to.equal(true)
    expect(readResults(file).tables.map(({ benchmark }) => benchmark)).to.deep.equal(['lists'])
    expect(first.stdout).to.match(/Load of the machine: [\d.]+ before, [\d.]+ after, on \d+ cores\./)
    expect(second.stdout).to.match(/\| lists +\| 1,000 versions, runs +\| p50 ms +\| 8 +\| 2 +\| 4\.00 x \| better/)
    expect(second.stdout).to.include('1 of 1 figures are better by more than 10 %, 0 are worse.')
  })

  it('rejects an unknown benchmark and a file without results', () => {
    const unknown = runWith({ ms: '8.0' }, 'speed')
    const missing = runWith({ ms: '8.0' }, '--compare', '/nonexistent/results.json')

    expect(unknown).to.deep.include({ status: 2, stderr: 'there is no benchmark speed: lists\n' })
    expect(missing.status).to.equal(1)
    expect(missing.stderr).to.include('/nonexistent/results.json')
  })
})

/** Runs a benchmark `lists` with one figure, in a process of its own. */
function runWith({ ms }: { ms: string }, ...words: string[]) {
  const program = `
    import { runBenchmarks } from './test/bench/run-benchmarks.ts'
    import { printTable } from './test/bench/table.ts'
    const lists = () => printTable('Lists', ['versions', 'what', 'p50 ms'], [['1,000', 'runs', '${ms}']])
    process.exitCode = await runBenchmarks({ lists }, process.argv.slice(1))`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program, '--', ...words], {
    cwd: path.join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  })
}

function withCell(table: RecordedTable, row: number, column: number, cell: string): RecordedTable {
  const rows = table.rows.map((cells, at) => (at === row ? cells.with(column, cell) : cells))
  return { ...table, rows }
}
