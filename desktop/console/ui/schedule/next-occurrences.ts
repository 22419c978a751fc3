import { nextOccurrence } from '../../../../shared/cron/cron-schedule.ts'

/**
 * Returns the next occurrences of a schedule, the soonest first.
 * @param schedule a schedule without faults (`faultOfSchedule`)
 * @param timeZone of the service (IANA)
 */
export function nextOccurrences(schedule: string, after: Date, timeZone: string, count = 5): Date[] {
  const found: Date[] = []
  for (let at: Date | null = after; found.length < count; found.push(at)) {
    at = nextOccurrence(schedule, at, timeZone)
    if (at === null) break
  }
  return found
}
