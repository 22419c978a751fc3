import fs from 'node:fs'
import path from 'node:path'

/** Of the system clock in /proc/self/stat, per second. */
const ticks = 100

let file: string | undefined
let spent = 0

/**
 * With TEST_CPU set to the name of a file, appends a line for each test file: seconds of CPU of its process and of the
 * programs that it started and that have ended (Linux). Programs that remain count for a later file.
 */
export const mochaHooks: Mocha.RootHookObject = process.env['TEST_CPU']
  ? {
      beforeAll(this: Mocha.Context) {
        file = this.test?.parent?.suites[0]?.file
        spent = seconds()
      },
      afterAll() {
        const name = path.relative(process.cwd(), file ?? '')
        fs.appendFileSync(process.env['TEST_CPU']!, `${(seconds() - spent).toFixed(1).padStart(6)} ${name}\n`)
      },
    }
  : {}

/** User and system time of this process and of its ended children: fields 14 to 17 (proc_pid_stat(5)). */
function seconds(): number {
  const fields = fs.readFileSync('/proc/self/stat', 'latin1').split(') ')[1]!.split(' ').slice(11, 15)
  return fields.map(Number).reduce((sum, count) => sum + count) / ticks
}
