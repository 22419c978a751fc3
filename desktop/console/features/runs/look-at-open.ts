import { type Run, isUnderWay } from '../../ui/run/run-state.ts'

export interface OpenRuns {
  /** What the list shows now. */
  rows(): readonly Run[]
  /** One page of runs that were queued at or after `since`, the latest first. */
  latest(since: string): Promise<readonly Run[]>
  /** A run by its id. */
  one(id: string): Promise<Run | undefined>
  /** Puts a run in the place that it has in the list. */
  put(run: Run): void
}

/** So many runs are asked for by their ids in one look: the others wait for the next one. */
const maxById = 10

/**
 * A look at the runs of a list that are under way: one page of the latest, and a few by their ids that are older than it
 * reaches. Those take turns, so that each look costs the same, however many runs a night has and however old one is.
 * @returns does nothing while a look is under way, or when nothing is
 */
export function pollOpenRuns({ rows, latest, one, put }: OpenRuns): () => Promise<void> {
  let isLooking = false
  let turn = 0

  return async () => {
    const open = rows().filter(isUnderWay)
    const since = open.map(({ queued_at: at }) => at).sort()[0]
    if (isLooking || since === undefined) return
    isLooking = true
    try {
      const wanted = new Set(open.map(({ id }) => id))
      const found = (await latest(since)).filter(({ id }) => wanted.delete(id))
      const rest = [...wanted]
      const first = turn < rest.length ? turn : 0
      turn = first + maxById
      const older = await Promise.all(rest.slice(first, turn).map(one))
      for (const run of [...found, ...older]) if (run) put(run)
    } finally {
      isLooking = false
    }
  }
}
