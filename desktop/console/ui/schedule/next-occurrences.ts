import { nextOccurrence } from '../../../../shared/cron/schedule.ts'

/**
 * The next times that a schedule comes round, the soonest first.
 * @param schedule one that `faultOfSchedule` finds no fault with
 * @param timeZone in which the service reads it (IANA)
 */
export function nextOccurrences(schedule: string, after: Date, timeZone: string, count = 5): Date[] {
  const found: Date[] = []
  for (let at: Date | null = after; found.length < count; found.push(at)) {
    at = nextOccurrence(schedule, at, timeZone)
    if (at === null) break
  }
  return found
}
