/**
 * `npm run bench [-- NAME ...] [--small] [--large]`: runs benchmarks and prints tables; docs/benchmarks.md contains the
 * latest results. A short version of each ends within seconds or a minute; `--large` adds 10^7 chunks.
 */
import { runEndings } from '../support/at-end.ts'
import { benchAgents } from './agents.ts'
import { benchChunks } from './chunks.ts'
import { benchConsole } from './console.ts'
import { benchDevices } from './devices.ts'
import { benchDiff } from './diff.ts'
import { benchExecutable } from './executable.ts'
import { benchInventory } from './inventory.ts'
import { benchJobs } from './jobs.ts'
import { benchMixed } from './mixed.ts'
import { benchReports } from './reports.ts'
import { benchLists } from './lists.ts'
import { benchLongAnswers } from './long-answers.ts'
import { benchRepository } from './repository.ts'
import { benchSearch } from './search.ts'
import { benchTick } from './tick.ts'
import { benchTree } from './tree.ts'
import { benchVersions } from './versions.ts'

const small = process.argv.includes('--small')
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const all = {
  devices: benchDevices,
  mixed: benchMixed,
  long: benchLongAnswers,
  tree: benchTree,
  diff: benchDiff,
  repository: benchRepository,
  inventory: benchInventory,
  versions: benchVersions,
  lists: benchLists,
  search: benchSearch,
  agents: benchAgents,
  tick: benchTick,
  jobs: benchJobs,
  chunks: benchChunks,
  reports: benchReports,
  console: benchConsole,
  executable: benchExecutable,
}

const unknown = only.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}: ${Object.keys(all).join(', ')}`)
  process.exit(2)
}
try {
  for (const [name, bench] of Object.entries(all)) {
    if (only.length === 0 || only.includes(name)) await bench(small)
  }
} finally {
  await runEndings()
}
process.exit(0)
