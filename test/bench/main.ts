/**
 * `npm run bench [-- NAME ...] [--small] [--large] [--save FILE] [--compare FILE]`: runs benchmarks and prints tables;
 * docs/benchmarks.md contains the latest results. A short version of each ends within seconds or a minute; `--large`
 * adds 10^7 chunks. `--save` writes the results as JSON; `--compare` prints what changed since such a file was written.
 */
import { runEndings } from '../support/at-end.ts'
import { benchAgents } from './agents.ts'
import { benchChunks } from './chunks.ts'
import { benchConsole } from './console.ts'
import { benchDevices } from './devices.ts'
import { benchDiff } from './diff.ts'
import { benchEvidence } from './evidence.ts'
import { benchExecutable } from './executable.ts'
import { benchInventory } from './inventory.ts'
import { benchJobs } from './jobs.ts'
import { benchMixed } from './mixed.ts'
import { benchReports } from './reports.ts'
import { benchLogins } from './logins.ts'
import { benchLists } from './lists.ts'
import { benchLongAnswers } from './long-answers.ts'
import { benchRepository } from './repository.ts'
import { benchSearch } from './search.ts'
import { benchDueBackups } from './due-backups.ts'
import { benchTree } from './tree.ts'
import { benchTriggers } from './triggers.ts'
import { benchVersions } from './versions.ts'
import { runBenchmarks } from './run-benchmarks.ts'

const benchmarks = {
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
  'due-backups': benchDueBackups,
  jobs: benchJobs,
  chunks: benchChunks,
  reports: benchReports,
  evidence: benchEvidence,
  logins: benchLogins,
  triggers: benchTriggers,
  console: benchConsole,
  executable: benchExecutable,
}

try {
  process.exitCode = await runBenchmarks(benchmarks, process.argv.slice(2))
} finally {
  await runEndings()
}
process.exit()
