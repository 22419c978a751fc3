import type { Calendar } from '../../../../shared/cron/calendar.ts'
import { jitterMs } from './jitter.ts'
import { type NextRun, noNextRun, startOf } from './next-run.ts'
import type { ScheduleRules } from './schedule-rules.ts'

/** A device whose start has come. */
export interface DueDevice {
  id: string
  schedule: string
  nextOccurrenceAt: Date
  /**
   * Records that a clock that was ahead wrote between `nextOccurrenceAt` and now, oldest first. They may be of a former
   * schedule: an occurrence counts as recorded if it is within one of them.
   */
  recorded: Range[]
}

/** From one occurrence to another; both are included. */
export interface Range {
  from: Date
  to: Date
}

/** What becomes of its occurrences. */
export interface Due {
  /** The one that is run: the latest whose start has come; null when it is recorded already. */
  occurrenceAt: Date | null
  /** Those before it that no replica queued in time, oldest first, with the number of occurrences in each range. */
  missed: (Range & { count: number })[]
  /** What it waits for from now on. */
  next: NextRun
}

/** Decides what a device that is due runs: one occurrence, however many have come meanwhile. */
export function decideDue(device: DueDevice, now: Date, rules: ScheduleRules, calendar: Calendar): Due {
  const { id, schedule, recorded } = device
  const first = device.nextOccurrenceAt.getTime()
  const upTo = now.getTime() - jitterMs(id, schedule, rules.scheduleJitterMinutes)
  const latest = calendar.latest(schedule, first, upTo)
  const isRecorded = recorded.some(({ from, to }) => from.getTime() <= latest && latest <= to.getTime())
  const following = calendar.next(schedule, latest)
  return {
    occurrenceAt: isRecorded ? null : new Date(latest),
    missed: missedBefore(latest, device, calendar),
    next: following === null ? noNextRun : startOf(device, following, rules),
  }
}

/** Returns the occurrences before `latest` that are not recorded, as the ranges between the records. */
function missedBefore(latest: number, { schedule, nextOccurrenceAt, recorded }: DueDevice, calendar: Calendar) {
  const missed: Due['missed'] = []
  let from: number | null = nextOccurrenceAt.getTime()
  for (const record of [...recorded, { from: new Date(latest), to: new Date(latest) }]) {
    if (from === null || from >= latest) break
    const until = Math.min(record.from.getTime(), latest)
    if (from < until) missed.push(missedBetween(schedule, from, until, calendar))
    if (from <= record.to.getTime()) from = calendar.next(schedule, record.to.getTime())
  }
  return missed
}

/** The first counts whatever it is: in another time zone it was an occurrence. */
function missedBetween(schedule: string, first: number, until: number, calendar: Calendar): Due['missed'][number] {
  return {
    from: new Date(first),
    to: new Date(calendar.latest(schedule, first, until - 1)),
    count: 1 + calendar.count(schedule, first + 1, until),
  }
}
