import { longestGapMs } from '../../../../shared/cron/schedule.ts'
import type { Device } from '../../../store/models/device.ts'

const hourMs = 3_600_000

/** The shortest tolerance that a schedule gives by itself. */
const leastMs = 36 * hourMs

/**
 * When a device that succeeded at `success` becomes stale, or null for never: after its own tolerance, else after the
 * larger of 36 h and one and a half times the schedule's longest gap, so that one of working days is not stale on Monday
 * morning. A device that is backed up on demand never is.
 */
export function staleAtAfter(
  device: Pick<Device, 'stalenessHours' | 'schedule'>,
  success: Date,
  timeZone: string,
): Date | null {
  if (device.stalenessHours !== null) return new Date(success.getTime() + Number(device.stalenessHours) * hourMs)
  if (device.schedule === '') return null
  const gapMs = longestGapMs(device.schedule, success, timeZone)
  return new Date(success.getTime() + Math.max(leastMs, 1.5 * gapMs))
}
