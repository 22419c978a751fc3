import type { Calendar } from '../../../../shared/cron/calendar.ts'
import type { Blackout } from '../../../store/models/blackout.ts'
import type { Device } from '../../../store/models/device.ts'
import { jitterMs } from '../schedules/jitter.ts'
import type { ScheduleRules } from '../schedules/schedule-rules.ts'
import { delayUntil } from './delay-until.ts'

/** So often a start that is moved may meet another blackout before it is looked at anew when it comes. */
const mostMoves = 20

/**
 * Where a start goes that is held: behind the end of the blackout, as far as the device starts behind its occurrences,
 * so that not all devices start at once.
 * @returns null for a start that nothing holds
 */
export function delayedStart(
  { id, schedule }: Pick<Device, 'id' | 'schedule'>,
  blackouts: readonly Blackout[],
  at: Date,
  { scheduleJitterMinutes }: ScheduleRules,
  calendar: Calendar,
): { start: Date; by: Blackout } | null {
  const behindMs = jitterMs(id, schedule, scheduleJitterMinutes)
  let hold = delayUntil(blackouts, at, calendar)
  if (!hold) return null
  let moved = { start: new Date(hold.until.getTime() + behindMs), by: hold.by }
  for (let moves = 1; hold && moves < mostMoves; moves++) {
    hold = delayUntil(blackouts, moved.start, calendar)
    if (hold) moved = { start: new Date(hold.until.getTime() + behindMs), by: hold.by }
  }
  return moved
}
