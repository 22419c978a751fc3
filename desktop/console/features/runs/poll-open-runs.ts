import { type Run, isUnderWay } from '../../ui/run/run-state.ts'

export interface OpenRuns {
  /** Returns the rows of the list. */
  rows(): readonly Run[]
  /** Returns one page of runs queued at or after `since`, the latest first. */
  latest(since: string): Promise<readonly Run[]>
  /** Returns a run by id. */
  one(id: string): Promise<Run | undefined>
  /** Replaces a run in the list. */
  put(run: Run): void
}

/** Maximum number of runs read by id in one poll; the others wait for the next one. */
const maxById = 10

/**
 * Returns a poll of the list's open runs: one page of the latest, and a few older ones by id in rotation. So each poll
 * has the same cost for any number and age of runs.
 * @returns does nothing while a poll is running, or without open runs
 */
export function pollOpenRuns({ rows, latest, one, put }: OpenRuns): () => Promise<void> {
  let isPolling = false
  let turn = 0

  return async () => {
    const open = rows().filter(isUnderWay)
    const since = open.map(({ queued_at: at }) => at).sort()[0]
    if (isPolling || since === undefined) return
    isPolling = true
    try {
      const wanted = new Set(open.map(({ id }) => id))
      const found = (await latest(since)).filter(({ id }) => wanted.delete(id))
      const rest = [...wanted]
      const first = turn < rest.length ? turn : 0
      turn = first + maxById
      const older = await Promise.all(rest.slice(first, turn).map(one))
      for (const run of [...found, ...older]) if (run) put(run)
    } finally {
      isPolling = false
    }
  }
}
