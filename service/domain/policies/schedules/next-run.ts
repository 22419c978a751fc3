import { nextOccurrence } from '../../../../shared/cron/cron-schedule.ts'
import type { Device } from '../../../store/models/device.ts'
import { jitterMs } from './jitter.ts'
import type { ScheduleRules } from './schedule-rules.ts'

/**
 * The next occurrence of a device and its start; both null if it has none. `heldUntil` equals the start if a blackout
 * moved it.
 */
export type NextRun = Pick<Device, 'nextOccurrenceAt' | 'nextRunAt' | 'heldUntil'>

export const noNextRun: NextRun = { nextOccurrenceAt: null, nextRunAt: null, heldUntil: null }

/** Returns the next occurrence after `now`; none for a device that is on demand, disabled or decommissioned. */
export function nextRunOf(
  device: Pick<Device, 'id' | 'schedule' | 'enabled' | 'decommissionedAt'>,
  now: Date,
  rules: ScheduleRules,
): NextRun {
  if (device.schedule === '' || !device.enabled || device.decommissionedAt) return noNextRun
  const next = nextOccurrence(device.schedule, now, rules.timeZone)
  return next ? startOf(device, next.getTime(), rules) : noNextRun
}

/** @param occurrence in milliseconds since 1970 */
export function startOf(
  { id, schedule }: Pick<Device, 'id' | 'schedule'>,
  occurrence: number,
  { scheduleJitterMinutes }: ScheduleRules,
): { nextOccurrenceAt: Date; nextRunAt: Date; heldUntil: null } {
  const start = occurrence + jitterMs(id, schedule, scheduleJitterMinutes)
  return { nextOccurrenceAt: new Date(occurrence), nextRunAt: new Date(start), heldUntil: null }
}
