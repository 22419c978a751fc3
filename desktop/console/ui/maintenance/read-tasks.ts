import type { Page } from '../../client/paging.ts'
import { type PolicyRun, latestRuns } from './tasks.ts'

/** A night and the day before it: whatever is done each night is in there once. */
const nightMs = 36 * 3_600_000

/**
 * The latest run of each duty of each customer. Of many customers one page is not a night: pages are read until they reach
 * behind it, so that what stopped is not missed; of few, the first page reaches further back.
 * @param ask a page of runs from a cursor on, the latest first
 */
export async function readDuties(
  ask: (cursor: string | undefined) => Promise<Page<PolicyRun>>,
  now: Date,
): Promise<PolicyRun[]> {
  const since = now.getTime() - nightMs
  const runs: PolicyRun[] = []
  let cursor: string | undefined
  do {
    const page = await ask(cursor)
    runs.push(...page.rows)
    const last = page.rows.at(-1)
    cursor = last && Date.parse(last.started_at) >= since ? page.next : undefined
  } while (cursor !== undefined)
  return latestRuns(runs)
}
