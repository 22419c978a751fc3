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
  /** A sentence for people. */
  words: string
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
export function judgeClock({ now, databaseNow, lastRunAt, nightsPutOff }: ClockReadings): ClockDoubt | null {
  if (Math.abs(now.getTime() - databaseNow.getTime()) > apartMs) {
    const words = `the service’s clock says ${inWords(now)} and PostgreSQL’s ${inWords(databaseNow)}: nothing is removed by its age until they agree`
    return { kind: 'differs', words }
  }
  if (!lastRunAt || now.getTime() - lastRunAt.getTime() <= gapMs || nightsPutOff >= nights) return null
  const words = `the last run was ${Math.floor((now.getTime() - lastRunAt.getTime()) / dayMs)} days ago by this clock (${inWords(now)}): was the service off, or has the clock jumped? It goes on after ${nights} such nights`
  return { kind: 'jumped', words }
}

function inWords(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
