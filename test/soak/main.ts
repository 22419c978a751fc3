import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { printTable, tableOf } from '../bench/table.ts'
import { runEndings } from '../support/at-end.ts'
import { drawSamples } from './draw-samples.ts'
import { heldBy, minSeconds } from './find-growth.ts'
import { runSoak } from './run-soak.ts'

/**
 * `npm run soak -- [--minutes N] [--devices N] [--replicas N] [--agents N] [--every MS] [--seed S] [--into FOLDER]`:
 * runs the chaos of test/chaos for a given time, including devices that fail, a store that answers 503 or late, and
 * closed connections to the database. One replica and one agent are never killed; their memory and descriptors must not
 * grow. With `--into docs` the page docs/soak.md and its plot are written. Exits with 1 and a report on a violation.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    devices: { type: 'string', default: '60' },
    replicas: { type: 'string', default: '3' },
    agents: { type: 'string', default: '3' },
    every: { type: 'string', default: '2500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    into: { type: 'string' },
  },
})
const seed = Number(values.seed)
const minutes = Number(values.minutes)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void runEndings().finally(() => process.exit(130)))
}
console.log(`seed ${seed}, ${minutes} minutes`)
const report = await runSoak(
  {
    seed,
    forMs: minutes * 60_000,
    devices: Number(values.devices),
    replicas: Number(values.replicas),
    agents: Number(values.agents),
    everyMs: Number(values.every),
    stores: { downMs: 20_000 },
  },
  (line) => console.log(line),
)
const { facts, statuses, blows, samples, broken } = report
const tallies = Object.entries({ ...facts, ...prefixed('runs ended', statuses), ...blows })
const held = heldBy(samples).map((one) => [
  one.name,
  ...[one.mbBefore, one.mbAfter, one.mbMost].map(Math.round),
  one.descriptorsBefore,
  one.descriptorsAfter,
  one.descriptorsMost,
])
const heads = {
  tallies: ['event', 'count'],
  held: [
    'process',
    'MB, middle third',
    'MB, last third',
    'MB, maximum',
    'descriptors, middle',
    'descriptors, last',
    'maximum',
  ],
}
printTable(`Soak, ${minutes} minutes, seed ${seed}`, heads.tallies, tallies)
printTable('Memory and descriptors', heads.held, held)
if (minutes * 60 < minSeconds) console.log('\ntoo short to measure growth')
for (const line of broken) console.error(`broken: ${line}`)
if (values.into) write(values.into)
await runEndings()
process.exit(broken.length > 0 ? 1 : 0)

function prefixed(prefix: string, counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix} ${name}`, count]))
}

/** Writes docs/soak.md and its plot. */
function write(folder: string) {
  fs.mkdirSync(path.join(folder, 'pictures'), { recursive: true })
  const sizes = `--devices ${values.devices} --replicas ${values.replicas} --agents ${values.agents} --every ${values.every}`
  const command = `npm run soak -- --minutes ${minutes} ${sizes} --seed ${seed}`
  const date = new Date().toISOString().slice(0, 10)
  const [cpu] = os.cpus()
  const decision = broken.length === 0 ? 'No check failed.' : `**Broken:** ${broken.join('; ')}.`
  const text = [
    fs.readFileSync(path.join(import.meta.dirname, 'about.md'), 'utf8').trimEnd(),
    `## ${date}`,
    `\`\`\`sh\n${command}\n\`\`\``,
    `On ${os.availableParallelism()} cores (${cpu?.model ?? 'unknown'}), load ${os.loadavg()[2]!.toFixed(0)} at its end. ${decision}`,
    tableOf(heads.tallies, tallies),
    'Median memory and minimum descriptors in the middle third and in the last third of the time:',
    tableOf(heads.held, held),
    '![memory and descriptors over time](pictures/soak.svg)',
  ]
  fs.writeFileSync(path.join(folder, 'soak.md'), `${text.join('\n\n')}\n`)
  fs.writeFileSync(path.join(folder, 'pictures/soak.svg'), drawSamples(samples))
}
