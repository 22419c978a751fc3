import fs from 'node:fs'
import path from 'node:path'
import Mocha from 'mocha'
import { missedOf } from './must-run.ts'

const mustRun = path.join(import.meta.dirname, '../test/must-run.txt')

/**
 * The spec reporter with a final line for CI: `N passed, N failed, N skipped`. With CI set, a test of test/must-run.txt
 * that did not run is a failure.
 */
export default class Reporter extends Mocha.reporters.Spec {
  missed: string[] = []

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const passed: string[] = []
    const skipped: string[] = []
    runner.on('pass', (test) => passed.push(test.fullTitle()))
    runner.on('pending', (test) => skipped.push(test.fullTitle()))
    runner.once('end', () => {
      if (process.env['CI']) this.missed = missedOf(fs.readFileSync(mustRun, 'utf8'), { passed, skipped })
      for (const line of this.missed) console.log(`must run and did not: ${line}`)
      console.log(
        `${passed.length} passed, ${this.stats.failures + this.missed.length} failed, ${skipped.length} skipped`,
      )
    })
  }

  /** Its argument determines mocha's exit code. */
  override done(failures: number, end?: (failures: number) => void): void {
    end?.(failures + this.missed.length)
  }
}
