import { createHash } from 'node:crypto'
import { shortestGapMs } from '../../../../shared/cron/schedule.ts'

/**
 * Returns the delay of a device's starts after its occurrences: whole seconds, in milliseconds. It is constant for a
 * device and schedule, evenly distributed over the devices, and below both the setting and a tenth of the schedule's
 * period.
 */
export function jitterMs(deviceId: string, schedule: string, mostMinutes: number): number {
  const maxMs = Math.min(mostMinutes * 60_000, shortestGapMs(schedule) / 10)
  const part = createHash('sha256').update(deviceId).digest().readUInt32BE(0) / 2 ** 32
  return Math.floor((part * maxMs) / 1000) * 1000
}
