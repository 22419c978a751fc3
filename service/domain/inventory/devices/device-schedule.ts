/** Returns the schedule as stored: one space between fields. */
export function plainSchedule(schedule: string): string {
  return schedule.trim().replace(/\s+/g, ' ')
}
