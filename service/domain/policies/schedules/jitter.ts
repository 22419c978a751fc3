import { createHash } from 'node:crypto'
import { shortestGapMs } from '../../../../shared/cron/cron-schedule.ts'

/**
 * Returns the delay of a device's starts after its occurrences: whole seconds, in milliseconds. It is constant for a
 * device and schedule, evenly distributed over the devices, and below both the setting and a tenth of the schedule's
 * period.
 */
export function jitterMs(deviceId: string, schedule: string, maxMinutes: number): number {
  const maxMs = Math.min(maxMinutes * 60_000, shortestGapMs(schedule) / 10)
  const fraction = createHash('sha256').update(deviceId).digest().readUInt32BE(0) / 2 ** 32
  return Math.floor((fraction * maxMs) / 1000) * 1000
}
