import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from './record-run.ts'

const dayMs = 24 * 3_600_000

/** What speaks for or against a replica's clock before a rule of time removes anything. */
export interface ClockReadings {
  /** The replica's clock. */
  now: Date
  /** PostgreSQL's, at the same moment. */
  databaseNow: Date
  /** When this duty ran the last time with a clock that nobody doubted; null when it never did. */
  lastRunAt: Date | null
  /** On how many days of the last week the duty was put off because it had last run long ago. */
  nightsPutOff: number
}

export interface ClockDoubt {
  kind: 'differs' | 'jumped'
  reason: MaintenanceReason
}

/** How far two clocks that are looked after may be apart. */
export const apartMs = 15 * 60 * 1000

/** A nightly duty that has not run for longer was off, or its clock has jumped: nothing tells which. */
const gapMs = 7 * dayMs

/** After so many nights on which the clock went on as a clock does, the gap is believed. */
const nights = 3

/**
 * Why a clock is not trusted with removing what is old; null when it is. A clock that went back removes less, and is
 * no danger.
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
