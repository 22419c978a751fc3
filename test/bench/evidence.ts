import { benchChangeGroups } from './change-groups.ts'
import { benchChangeSummaries } from './change-summaries.ts'
import { benchCompliance } from './compliance.ts'
import { benchLineHistory } from './line-history.ts'
import { benchPastStates } from './past-states.ts'

/**
 * Measures what answers questions after a bad change: since when lines exist, what changed in words, what devices held at a
 * moment, and which differ from a golden configuration.
 */
export async function benchEvidence(small: boolean): Promise<void> {
  benchChangeSummaries(small)
  await benchChangeGroups(small)
  await benchPastStates(small)
  await benchLineHistory(small)
  await benchCompliance(small)
}
