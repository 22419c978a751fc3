import type { Calendar } from '../../../../shared/cron/calendar.ts'
import { jitterMs } from './jitter.ts'
import { type NextRun, noNextRun, startOf } from './next-run.ts'
import type { ScheduleRules } from './schedule-rules.ts'

/** A device whose start is due. */
export interface DueDevice {
  id: string
  schedule: string
  nextOccurrenceAt: Date
  /**
   * Occurrences between `nextOccurrenceAt` and now that a clock that was ahead has recorded, oldest first. They may
   * belong to a former schedule: an occurrence counts as recorded if it is within one of these ranges.
   */
  recorded: Range[]
}

/** From one occurrence to another, inclusive. */
export interface Range {
  from: Date
  to: Date
}

/** Decision for a device's occurrences. */
export interface Due {
  /** The occurrence to run: the latest whose start is due; null if it is already recorded. */
  occurrenceAt: Date | null
  /** Earlier occurrences that no replica queued in time, oldest first, with the number of occurrences in each range. */
  missed: (Range & { count: number })[]
  /** The next occurrence. */
  next: NextRun
}

/** Decides what a due device runs: one occurrence, however many have passed. */
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

/** Returns the unrecorded occurrences before `latest`, as the ranges between the records. */
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

/** The first always counts: it was an occurrence when planned, possibly in another time zone. */
function missedBetween(schedule: string, first: number, until: number, calendar: Calendar): Due['missed'][number] {
  return {
    from: new Date(first),
    to: new Date(calendar.latest(schedule, first, until - 1)),
    count: 1 + calendar.count(schedule, first + 1, until),
  }
}
