import { longestGapMs } from '../../../../shared/cron/cron-schedule.ts'
import type { Device } from '../../../store/models/device.ts'

const hourMs = 3_600_000

/** Minimum tolerance derived from a schedule, in milliseconds. */
const leastMs = 36 * hourMs

/**
 * Returns when a device with its last success at `success` becomes stale; null for never. Uses the device's own
 * tolerance, else the larger of 36 h and one and a half times the schedule's longest gap: a device backed up on working
 * days is then not stale on Monday morning. An on-demand device is never stale.
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
