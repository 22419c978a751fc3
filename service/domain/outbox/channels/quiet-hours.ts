import { instantOf, wallClock } from '../../../../shared/cron/zone-clock.ts'
import type { QuietHours } from '../../../store/models/notification-channel.ts'

const dayMs = 86_400_000
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Returns when the quiet hours that contain `at` end; null if none do. Equal times are a whole day. */
export function endOfQuietHours({ time_zone: timeZone, from, to, days: begins }: QuietHours, at: Date): Date | null {
  const wall = wallClock(at, timeZone)
  const midnight = Math.floor(wall / dayMs) * dayMs
  const [begin, end] = [msOfDay(from), msOfDay(to)]
  const lengthMs = end > begin ? end - begin : end - begin + dayMs
  const begun = [midnight, midnight - dayMs]
    .filter((day) => begins.includes(days[new Date(day).getUTCDay()]!))
    .map((day) => day + begin)
    .find((start) => wall >= start && wall < start + lengthMs)
  return begun === undefined ? null : new Date(instantOf(begun + lengthMs, timeZone))
}

/** Whether this installation knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function msOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
