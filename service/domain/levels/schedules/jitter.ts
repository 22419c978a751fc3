import { createHash } from 'node:crypto'
import { shortestGapMs } from '../../../../shared/cron/schedule.ts'

/**
 * How long after its occurrences a device starts, in whole seconds as milliseconds: always the same for one device and
 * schedule, even over the devices, below the setting and a tenth of the schedule's period.
 */
export function jitterMs(deviceId: string, schedule: string, mostMinutes: number): number {
  const maxMs = Math.min(mostMinutes * 60_000, shortestGapMs(schedule) / 10)
  const part = createHash('sha256').update(deviceId).digest().readUInt32BE(0) / 2 ** 32
  return Math.floor((part * maxMs) / 1000) * 1000
}
