import type { Calendar } from '../../../shared/cron/calendar.ts'
import { jitterMs } from './jitter.ts'
import { type NextRun, noNextRun, startOf } from './next-run.ts'
import type { ScheduleRules } from './schedule-rules.ts'

/** A device whose start has come. */
export interface DueDevice {
  id: string
  schedule: string
  nextOccurrenceAt: Date
  /** From there on until now, the last occurrence that is recorded already, because the clock was set back. */
  recordedUpTo: Date | null
}

/** What becomes of its occurrences. */
export interface Due {
  /** The one that is run: the latest whose start has come; null when it is recorded already. */
  occurrenceAt: Date | null
  /** Those before it that nobody queued in time, if any: the first, the last and how many. */
  missed: { from: Date; to: Date; count: number } | null
  /** What it waits for from now on. */
  next: NextRun
}

/** Decides what a device that is due runs: one occurrence, however many have come meanwhile. */
export function decideDue(device: DueDevice, now: Date, rules: ScheduleRules, calendar: Calendar): Due {
  const { id, schedule } = device
  const first = device.nextOccurrenceAt.getTime()
  const upTo = now.getTime() - jitterMs(id, schedule, rules.scheduleJitterMinutes)
  const latest = calendar.latest(schedule, first, upTo)
  const recorded = device.recordedUpTo?.getTime() ?? -Infinity
  const firstMissed = recorded < first ? first : calendar.next(schedule, recorded)
  const following = calendar.next(schedule, latest)
  return {
    occurrenceAt: recorded < latest ? new Date(latest) : null,
    missed:
      firstMissed !== null && firstMissed < latest ? missedBetween(schedule, firstMissed, latest, calendar) : null,
    next: following === null ? noNextRun : startOf(device, following, rules),
  }
}

/** The first counts whatever it is: in another time zone it was an occurrence. */
function missedBetween(schedule: string, first: number, run: number, calendar: Calendar): Due['missed'] {
  return {
    from: new Date(first),
    to: new Date(calendar.latest(schedule, first, run - 1)),
    count: 1 + calendar.count(schedule, first + 1, run),
  }
}
