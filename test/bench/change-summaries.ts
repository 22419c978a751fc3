import { performance } from 'node:perf_hooks'
import { compareLines } from '../../shared/diff/compare-lines.ts'
import { render } from '../../shared/messages/render.ts'
import { platformById } from '../../shared/platforms/registry.ts'
import { summariseChange } from '../../shared/platforms/summarise-change.ts'
import { makeConfig } from './simulated-fleet.ts'
import { median, printRecords } from './table.ts'

const configBytes = 100_000

/** Measures what the summary of a change adds to a commit, beside the comparison of lines, which commits make anyway. */
export function benchChangeSummaries(small: boolean): void {
  const records = []
  for (const platform of ['netco_iosxe', 'cisco_ios']) {
    for (const changed of [1, 20, 150]) records.push(benchChange(platform, changed, small ? 50 : 300))
  }
  printRecords('Summary of a change of a text of 100 KB', records)
}

function benchChange(platformId: string, changed: number, rounds: number): Record<string, string | number> {
  const platform = platformById(platformId)!
  const before = makeConfig('edge-1', configBytes)
  const lines = before.split('\n')
  const step = Math.floor(lines.length / changed)
  const after = lines.map((line, at) => (at % step === step - 1 ? `${line} 2` : line)).join('\n')
  for (let round = 0; round < 20; round++) summariseChange(platform, compareLines(before, after))
  const comparison = compareLines(before, after)
  const cost = (work: () => unknown) => {
    const times: number[] = []
    const start = process.cpuUsage()
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now()
      work()
      times.push(performance.now() - begin)
    }
    const { user, system } = process.cpuUsage(start)
    return { ms: median(times).toFixed(2), cpuMs: ((user + system) / 1_000 / rounds).toFixed(2) }
  }
  const compared = cost(() => compareLines(before, after))
  const summarised = cost(() => summariseChange(platform, comparison))
  return {
    platform: platformId,
    'changed lines': changed,
    'comparison ms': compared.ms,
    'summary ms': summarised.ms,
    'summary CPU ms': summarised.cpuMs,
    characters: render(summariseChange(platform, comparison).message, 'en').length,
  }
}
