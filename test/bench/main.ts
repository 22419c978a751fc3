/** `npm run bench [-- --small]`: every benchmark, printed as tables. docs/benchmarks.md holds the latest. */
import { benchChunks } from './chunks.ts'
import { benchDevices } from './devices.ts'
import { benchDiff } from './diff.ts'
import { benchInventory } from './inventory.ts'
import { benchReports } from './reports.ts'
import { benchRepository } from './repository.ts'
import { benchTree } from './tree.ts'

const small = process.argv.includes('--small')
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const all = {
  devices: benchDevices,
  tree: benchTree,
  diff: benchDiff,
  repository: benchRepository,
  inventory: benchInventory,
  chunks: benchChunks,
  reports: benchReports,
}

for (const [name, bench] of Object.entries(all)) {
  if (only.length === 0 || only.includes(name)) await bench(small)
}
process.exit(0)
