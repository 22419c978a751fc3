import { nextOccurrence } from '../../../shared/cron/schedule.ts'
import type { Device } from '../../store/models/device.ts'

/** As it is stored: one blank between fields. */
export function plainSchedule(schedule: string): string {
  return schedule.trim().replace(/\s+/g, ' ')
}

/** The next occurrence after `now`, or null for a device that is on demand, disabled or out of service. */
export function nextRunOf(
  device: Pick<Device, 'schedule' | 'enabled' | 'decommissionedAt'>,
  now: Date,
  timeZone: string,
): Date | null {
  if (device.schedule === '' || !device.enabled || device.decommissionedAt) return null
  return nextOccurrence(device.schedule, now, timeZone)
}
