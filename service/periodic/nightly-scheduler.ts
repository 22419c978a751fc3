import { createCalendar } from '../../shared/cron/calendar.ts'
import type { LastRuns } from '../domain/kernel/maintenance-tasks/find-last-runs.ts'
import type { NightlyTask } from './schedule.ts'

export interface NightlySchedulerDependencies {
  tasks: NightlyTask[]
  timeZone: string
  now: () => Date
  /** Milliseconds of a monotonic clock. */
  steadyMs: () => number
  findLastRuns: () => Promise<LastRuns>
  run: (name: string) => void
}

/** A run that starts within this delay counts as on time. */
const onTimeMs = 5 * 60_000

/** Delay after a start before missed tasks run. */
const settleMs = 3 * 60_000

/** Interval between the starts of missed tasks, so that they run one after another, as at night. */
const spacingMs = 60_000

/**
 * Creates the scheduler of nightly tasks. It compares the wall clock with the due times: a timer does not advance while
 * the computer sleeps, and is wrong after the clock is set. A missed task runs once, however many nights were missed.
 * Recorded runs show what was missed, so a restart repeats nothing.
 * @returns a check to call at least every minute
 */
export function createNightlyScheduler(dependencies: NightlySchedulerDependencies): () => Promise<void> {
  const { tasks, timeZone, now, steadyMs, run } = dependencies
  const seenTo = new Map<string, number>()
  const spans = new Map<string, { from: number; until: number }>()
  let lookedAt = now().getTime()
  let lateFrom = steadyMs() + settleMs

  function take(name: string, occurrence: number, isDue: boolean) {
    seenTo.set(name, occurrence)
    if (isDue) run(name)
  }

  /** Returns the latest occurrence that is not after `at`. It is computed again only when the next one is due. */
  function findLatestOccurrence(task: NightlyTask, at: number): number {
    const known = spans.get(task.name)
    if (known && known.from <= at && at < known.until) return known.from
    const calendar = createCalendar(timeZone)
    const from = calendar.latest(task.at, at - weekMs, at)
    spans.set(task.name, { from, until: calendar.next(task.at, at) ?? Infinity })
    return from
  }

  return async () => {
    const at = now().getTime()
    const since = lookedAt
    lookedAt = at
    const open = tasks
      .map((task) => ({ task, occurrence: findLatestOccurrence(task, at) }))
      .filter(({ task, occurrence }) => seenTo.get(task.name) !== occurrence)
    const [onTime, late] = [open.filter(isOnTime), open.filter((one) => !isOnTime(one))]
    for (const { task, occurrence } of onTime) take(task.name, occurrence, true)

    if (late.length === 0 || steadyMs() < lateFrom) return
    const lastRuns = await dependencies.findLastRuns()
    for (const { task, occurrence } of late) {
      const isDue = isMissed(task, occurrence, at, lastRuns)
      take(task.name, occurrence, isDue)
      if (!isDue) continue
      lateFrom = steadyMs() + spacingMs
      return
    }

    function isOnTime({ occurrence }: { occurrence: number }): boolean {
      return occurrence > since && at - occurrence <= onTimeMs
    }
  }
}

const weekMs = 7 * 86_400_000

/** Returns whether no replica ran the task that was due at `occurrence`, and it is still useful to run it. */
export function isMissed(
  { kind, uselessAfterMs = Infinity }: Pick<NightlyTask, 'kind' | 'uselessAfterMs'>,
  occurrence: number,
  at: number,
  { installedAt, of }: LastRuns,
): boolean {
  if (!installedAt || occurrence < installedAt.getTime() || at - occurrence > uselessAfterMs) return false
  const last = of.get(kind)
  return !last || last.startedAt.getTime() < occurrence || last.finishedAt === null
}
