import { createCalendar } from '../../shared/cron/calendar.ts'
import type { LastRuns } from '../domain/kernel/policy-runs/find-last-runs.ts'
import type { NightlyTask } from './schedule.ts'

export interface NightlySchedulerDependencies {
  duties: NightlyTask[]
  timeZone: string
  now: () => Date
  /** Milliseconds of a clock that nobody sets. */
  steadyMs: () => number
  findLastRuns: () => Promise<LastRuns>
  run: (name: string) => void
}

/** What is not later than this is on time. */
const onTimeMs = 5 * 60_000

/** A start is left in peace for so long before it catches up. */
const settleMs = 3 * 60_000

/** So far apart begin duties that are caught up: one after the other, as they would have in the night. */
const spacingMs = 60_000

/**
 * Says when nightly duties run, by looking at the wall clock: a timer stands still while the machine sleeps, and is wrong
 * once the clock is set. What was missed, because the service was off or the machine slept, is caught up once, however
 * many nights it was; whether it was missed say the recorded runs, so that a restart repeats nothing.
 * @returns a look, to be taken at least every minute
 */
export function createNightlyScheduler(parts: NightlySchedulerDependencies): () => Promise<void> {
  const { duties, timeZone, now, steadyMs, run } = parts
  const seenTo = new Map<string, number>()
  const spans = new Map<string, { from: number; until: number }>()
  let lookedAt = now().getTime()
  let lateFrom = steadyMs() + settleMs

  function take(name: string, occurrence: number, isDue: boolean) {
    seenTo.set(name, occurrence)
    if (isDue) run(name)
  }

  /** The latest occurrence that is not after `at`; computed when the next one has come. */
  function latestOf(duty: NightlyTask, at: number): number {
    const known = spans.get(duty.name)
    if (known && known.from <= at && at < known.until) return known.from
    const calendar = createCalendar(timeZone)
    const from = calendar.latest(duty.at, at - weekMs, at)
    spans.set(duty.name, { from, until: calendar.next(duty.at, at) ?? Infinity })
    return from
  }

  return async () => {
    const at = now().getTime()
    const since = lookedAt
    lookedAt = at
    const open = duties
      .map((duty) => ({ duty, occurrence: latestOf(duty, at) }))
      .filter(({ duty, occurrence }) => seenTo.get(duty.name) !== occurrence)
    const [onTime, late] = [open.filter(isOnTime), open.filter((one) => !isOnTime(one))]
    for (const { duty, occurrence } of onTime) take(duty.name, occurrence, true)

    if (late.length === 0 || steadyMs() < lateFrom) return
    const lastRuns = await parts.findLastRuns()
    for (const { duty, occurrence } of late) {
      const isDue = isMissed(duty, occurrence, at, lastRuns)
      take(duty.name, occurrence, isDue)
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

/** Whether nobody has done what was due at `occurrence`, and it is still worth doing. */
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
