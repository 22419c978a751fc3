import { parseArgs } from 'node:util'
import { runEndings } from '../support/at-end.ts'
import { type WorldEnd, protocolWorlds } from './protocol-world.ts'
import { startTestService } from '../support/service.ts'

/**
 * `npm run interleavings -- --runs 10000`: simulates worlds of one device and a few agents, in which messages are lost,
 * duplicated and delayed and processes die (test/interleavings/protocol-world.ts). `--seed` is the seed of the first
 * world: repeat a failed one with its seed and `--runs 1`. Exits with 1 if any world had a violation.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
})
const first = Number(values.seed)
const runs = Number(values.runs)
const lanes = Math.min(3, runs)

const service = await startTestService()
const total = {
  runs: 0,
  failed: 0,
  jobs: 0,
  attempts: 0,
  losses: 0,
  versions: 0,
  restores: {} as Record<string, number>,
}
let next = first
await Promise.all(Array.from({ length: lanes }, runLane))
process.stdout.write(`${JSON.stringify(total)}\n`)
await service.close()
await runEndings()
process.exit(total.failed > 0 ? 1 : 0)

async function runLane() {
  const worlds = await protocolWorlds(service)
  while (next < first + runs) tell(await worlds.run(next++))
}

function tell({ seed, violations, ...counts }: WorldEnd) {
  total.runs += 1
  total.jobs += counts.jobs
  total.attempts += counts.attempts
  total.losses += counts.losses
  total.versions += counts.versions
  for (const status of counts.restores) total.restores[status] = (total.restores[status] ?? 0) + 1
  if (violations.length > 0) {
    total.failed += 1
    process.stdout.write(`seed ${seed}: ${violations.slice(0, 3).join('; ')}\n`)
  }
  if (total.runs % 500 === 0) process.stdout.write(`${total.runs} of ${runs} worlds, ${total.failed} failed\n`)
}
