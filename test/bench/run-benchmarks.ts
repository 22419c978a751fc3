import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { printComparison, printGrowth } from './print-results.ts'
import { currentLoad, readResults, recordedTables, resultsOfRun } from './results.ts'
import { beginBenchmark } from './table.ts'

/** Measures and prints tables. @param isSmall to end within about a minute */
type Benchmark = (isSmall: boolean) => Promise<void> | void

/**
 * Runs the named benchmarks, or all, and prints how figures grow, the load of the machine and, with `--compare FILE`,
 * what changed since `--save FILE` wrote that file.
 * @param words the command line: names of benchmarks and options
 * @returns the exit code
 */
export async function runBenchmarks(benchmarks: Record<string, Benchmark>, words: string[]): Promise<number> {
  const { values: options, positionals: only } = parseArgs({
    args: words,
    options: {
      small: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      save: { type: 'string' },
      compare: { type: 'string' },
    },
    allowPositionals: true,
  })
  const unknown = only.filter((name) => !(name in benchmarks))
  if (unknown.length > 0) {
    console.error(`there is no benchmark ${unknown.join(', ')}: ${Object.keys(benchmarks).join(', ')}`)
    return 2
  }
  const earlier = options.compare === undefined ? null : readResults(options.compare)
  const loadBefore = currentLoad()
  for (const [name, measure] of Object.entries(benchmarks)) {
    if (only.length > 0 && !only.includes(name)) continue
    beginBenchmark(name)
    const first = recordedTables().length
    await measure(options.small)
    printGrowth(recordedTables().slice(first))
  }
  const results = resultsOfRun(loadBefore, options.small)
  const { before, after } = results.load
  console.log(`\nLoad of the machine: ${before} before, ${after} after, on ${results.machine.cores} cores.`)
  if (options.save !== undefined) fs.writeFileSync(options.save, `${JSON.stringify(results, null, 2)}\n`)
  if (earlier) printComparison(earlier, results)
  return 0
}
