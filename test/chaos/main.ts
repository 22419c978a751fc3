/**
 * `npm run chaos -- [--jobs N] [--devices N] [--replicas N] [--agents N] [--every MS] [--seed S] [--no-stores]`: kills
 * real processes at random, including PostgreSQL and the object store. Exits with 1 and a report if anything was lost,
 * done twice or stuck.
 */
import { parseArgs } from 'node:util'
import { printTable } from '../bench/table.ts'
import { runEndings } from '../support/at-end.ts'
import { runChaos } from './run-chaos.ts'

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    devices: { type: 'string', default: '100' },
    replicas: { type: 'string', default: '3' },
    agents: { type: 'string', default: '2' },
    every: { type: 'string', default: '2500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'no-stores': { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const options = {
  seed,
  jobs: Number(values.jobs),
  devices: Number(values.devices),
  replicas: Number(values.replicas),
  agents: Number(values.agents),
  everyMs: Number(values.every),
  stores: values['no-stores'] ? null : { downMs: 30_000 },
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void runEndings().finally(() => process.exit(130)))
}
console.log(`seed ${seed}`)
const { facts, statuses, blows, broken } = await runChaos(options, (line) => console.log(line))
printTable(`Chaos, seed ${seed}`, ['what', 'how many'], Object.entries({ ...facts, ...statuses, ...blows }))
for (const line of broken) console.error(`broken: ${line}`)
await runEndings()
process.exit(broken.length > 0 ? 1 : 0)
