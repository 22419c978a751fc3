import type { Page } from '../../client/paging.ts'
import { type PolicyRun, latestRuns } from './tasks.ts'

/** A night and the day before it, which contains every nightly task once. */
const nightMs = 36 * 3_600_000

/**
 * Returns the latest run of each maintenance task of each customer. With many customers, one page covers less than a
 * night: further pages are read until one starts before it, so that a task that stopped is not missed.
 * @param ask reads a page of runs from a cursor, the latest first
 */
export async function readMaintenanceRuns(
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
