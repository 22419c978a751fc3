import fs from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import Mocha from 'mocha'
import { missedOf } from './must-run.ts'

const mustRun = path.join(import.meta.dirname, '../test/must-run.txt')

/**
 * The spec reporter with a final line for CI: `N passed, N failed, N skipped`. With CI set, a test of test/must-run.txt
 * that did not run is a failure. Before that line it lists the tests that passed only when repeated, with the error of
 * their first attempt. Only tests with a browser are repeated.
 */
export default class Reporter extends Mocha.reporters.Spec {
  missed: string[] = []

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const passed: string[] = []
    const skipped: string[] = []
    runner.on('pass', (test) => passed.push(test.fullTitle()))
    const repeated = new Map<string, string>()
    runner.on('retry', (test, error) => repeated.set(test.fullTitle(), error?.stack ?? String(error)))
    // Also at once: the summary at the end is lost when a run is interrupted.
    runner.on('fail', (test, error) => console.log(describeFailure(test.fullTitle(), error)))
    runner.on('pending', (test) => skipped.push(test.fullTitle()))
    runner.once('end', () => {
      if (process.env['CI']) this.missed = missedOf(fs.readFileSync(mustRun, 'utf8'), { passed, skipped })
      for (const line of this.missed) console.log(`must run and did not: ${line}`)
      for (const line of describeRepeated(repeated, passed)) console.log(line)
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

/** Returns a failed test's title with the stacks of its error and of the error's causes, indented. */
export function describeFailure(title: string, error: unknown): string {
  return `failed: ${title}\n  ${describeError(error).replaceAll('\n', '\n  ')}`
}

function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { stack, cause } = error as Partial<Error>
  const own = stack ?? inspect(error)
  return cause === undefined ? own : `${own}\ncaused by: ${describeError(cause)}`
}

/**
 * Returns lines about the tests that were run twice: the number of those that passed in the end, and each with the
 * error of its first attempt.
 */
export function describeRepeated(errors: Map<string, string>, passed: string[]): string[] {
  const isFlaky = (title: string) => passed.includes(title)
  const count = [...errors.keys()].filter(isFlaky).length
  const lines = [...errors].map(([title, error]) => {
    const label = isFlaky(title) ? 'flaky' : 'failed twice, first'
    return `${label}: ${title}\n  ${error.replaceAll('\n', '\n  ')}`
  })
  return count > 0 ? [...lines, `flaky: ${count}`] : lines
}
