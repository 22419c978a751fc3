import type { Calendar } from '../../../../shared/cron/calendar.ts'
import type { Blackout } from '../../../store/models/blackout.ts'
import type { Device } from '../../../store/models/device.ts'
import { jitterMs } from '../schedules/jitter.ts'
import type { ScheduleRules } from '../schedules/schedule-rules.ts'
import { findBlackoutEnd } from './blackout-end.ts'

/** Maximum number of blackouts that a start is moved past; it is evaluated again when due. */
const maxMoves = 20

/**
 * Returns where a delayed start moves: after the end of the blackout, plus the device's jitter, so that not all devices
 * start at once.
 * @returns null if no blackout delays the start
 */
export function delayedStart(
  { id, schedule }: Pick<Device, 'id' | 'schedule'>,
  blackouts: readonly Blackout[],
  at: Date,
  { scheduleJitterMinutes }: ScheduleRules,
  calendar: Calendar,
): { start: Date; by: Blackout } | null {
  const behindMs = jitterMs(id, schedule, scheduleJitterMinutes)
  let delay = findBlackoutEnd(blackouts, at, calendar)
  if (!delay) return null
  let moved = { start: new Date(delay.until.getTime() + behindMs), by: delay.by }
  for (let moves = 1; delay && moves < maxMoves; moves++) {
    delay = findBlackoutEnd(blackouts, moved.start, calendar)
    if (delay) moved = { start: new Date(delay.until.getTime() + behindMs), by: delay.by }
  }
  return moved
}
