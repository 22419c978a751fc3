/**
 * `npm run drill:sweep -- [--runs N] [--seed S] [--steps N]`: simulates backups, sweeps, retention and crashes in
 * random order, each run with its own seed. Exits with 1 and the seed if one loses a byte or leaves one behind.
 */
import { parseArgs } from 'node:util'
import { runEndings } from '../support/at-end.ts'
import { startTestRepository } from '../support/repository.ts'
import { runSweepWorld } from '../interleavings/run-sweep-world.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '120' },
  },
})
const first = Number(values.seed)
const sum: Record<string, number> = {}
let failed = 0

for (let seed = first; seed < first + Number(values.runs); seed++) {
  const test = await startTestRepository(new Date())
  try {
    const { left, ...tally } = await runSweepWorld(test, seed, Number(values.steps))
    for (const [name, count] of Object.entries(tally)) sum[name] = (sum[name] ?? 0) + count
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
  } catch (error) {
    failed++
    console.error(`seed ${seed}: ${error instanceof Error ? error.message : error}`)
  } finally {
    await test.close()
  }
}
console.log(`${values.runs} runs, ${failed} failed`, sum)
await runEndings()
process.exit(failed > 0 ? 1 : 0)
