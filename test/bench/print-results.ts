import { type RecordedTable, type Results, compareResults, growthOf } from './results.ts'
import { tableOf } from './table.ts'

/** A difference below it is noise on a machine with other work. */
const noise = 0.1

/** Prints how figures grow, for those that were measured at three or more sizes. */
export function printGrowth(tables: readonly RecordedTable[]): void {
  const curves = growthOf(tables)
  if (curves.length === 0) return
  console.log('\nGrowth with the size: an exponent of 0 does not grow, 1 is linear\n')
  console.log(
    tableOf(
      ['what', 'column', 'sizes', 'figures', 'exponent'],
      curves.map(({ row, column, points, exponent }) => [
        row,
        column,
        points.map(({ size }) => size.toLocaleString('en')).join(' / '),
        points.map(({ value }) => value.toLocaleString('en')).join(' / '),
        exponent.toFixed(2),
      ]),
    ),
  )
}

/** Prints what changed between two runs. Above 1.00 x the later run is faster, smaller or cheaper. */
export function printComparison(earlier: Results, results: Results): void {
  console.log(`\nCompared with ${describe(earlier)}\n`)
  if (earlier.isSmall !== results.isSmall) {
    console.log('One of the two runs used --small: only equal sizes are compared.\n')
  }
  const figures = compareResults(earlier.tables, results.tables)
  if (figures.length === 0) return console.log('The two runs have no figure in common.')
  console.log(
    tableOf(
      ['benchmark', 'row', 'column', 'before', 'now', 'gain', ''],
      figures.map(({ benchmark, row, column, before, now, gain }) => [
        benchmark,
        row,
        column,
        before,
        now,
        `${gain.toFixed(2)} x`,
        assessGain(gain),
      ]),
    ),
  )
  const [better, worse] = ['better', 'worse'].map(
    (one) => figures.filter(({ gain }) => assessGain(gain) === one).length,
  )
  console.log(`\n${better} of ${figures.length} figures are better by more than 10 %, ${worse} are worse.`)
}

function assessGain(gain: number): '' | 'better' | 'worse' {
  if (gain > 1 + noise) return 'better'
  return gain < 1 / (1 + noise) ? 'worse' : ''
}

function describe({ commit, isModified, measuredAt, load }: Results): string {
  const what = commit === null ? 'sources without a commit' : `commit ${commit.slice(0, 8)}`
  return `${what}${isModified ? ' with changes' : ''}, measured at ${measuredAt} at a load of ${load.before}`
}
