/** As it is stored: one blank between fields. */
export function plainSchedule(schedule: string): string {
  return schedule.trim().replace(/\s+/g, ' ')
}
