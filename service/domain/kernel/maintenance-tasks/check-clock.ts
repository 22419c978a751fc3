import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from './record-run.ts'

const dayMs = 24 * 3_600_000

/** Evidence for or against a replica's clock, read before a time-based policy deletes anything. */
export interface ClockReadings {
  /** The replica's clock. */
  now: Date
  /** PostgreSQL's clock at the same moment. */
  databaseNow: Date
  /** When this task last ran with a trusted clock; null if it never did. */
  lastRunAt: Date | null
  /** Days of the last week on which the task was postponed because of a long gap. */
  nightsPutOff: number
}

export interface ClockDoubt {
  kind: 'differs' | 'jumped'
  reason: MaintenanceReason
}

/** Maximum difference of two synchronised clocks, in milliseconds. */
export const apartMs = 15 * 60 * 1000

/**
 * A longer gap since a nightly task's last run means that the service was off or its clock has jumped: the two cannot
 * be told apart.
 */
const gapMs = 7 * dayMs

/** Consecutive nights with a normal clock after which the gap is trusted. */
const nights = 3

/**
 * Returns why a clock is not trusted for deleting old data; null if it is trusted. A clock that went back is safe: it
 * deletes less.
 */
export function checkClock({ now, databaseNow, lastRunAt, nightsPutOff }: ClockReadings): ClockDoubt | null {
  if (Math.abs(now.getTime() - databaseNow.getTime()) > apartMs) {
    const clocks = { service_time: now.toISOString(), database_time: databaseNow.toISOString() }
    return { kind: 'differs', reason: message('clocks_differ', clocks) }
  }
  if (!lastRunAt || now.getTime() - lastRunAt.getTime() <= gapMs || nightsPutOff >= nights) return null
  const days = Math.floor((now.getTime() - lastRunAt.getTime()) / dayMs)
  return { kind: 'jumped', reason: message('clock_jumped', { days, now: now.toISOString(), nights }) }
}
