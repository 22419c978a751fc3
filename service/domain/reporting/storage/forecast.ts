/** What was stored at an instant, in bytes. */
export interface StorageSample {
  sampledAt: Date
  stored: number
}

/** What came into the store lately, in bytes. */
export interface Transfers {
  /** Within `days`; the first filling of the store is not among it. */
  bytes: number
  days: number
  /** Of all that ever came, what is still stored: 0 to 1. */
  stayingShare: number
}

/** Bytes a day, and what that is made of. */
export type Growth =
  | { perDay: number; basis: 'measured' }
  | { perDay: number; basis: 'transferred' }
  | { perDay: null; basis: 'insufficient' }

const dayMs = 86_400_000

/** How far back samples tell of the growth to come. */
export const samplesDays = 90

const leastSamples = 7
const leastDays = 7

/** Transfers of less time than this are the mood of a day. */
const leastTransferDays = 1

/**
 * How fast the store grows: the slope of the samples where there are enough of them (seven days, seven samples), else what
 * is transferred a day, corrected by the share of it that stays; else nothing is known.
 * @param samples in any order; those of the future, as a clock that was wrong leaves them, are passed over
 */
export function growthOf(samples: StorageSample[], transfers: Transfers | null, now: Date): Growth {
  const measured = slopeOf(samples, now)
  if (measured !== null) return { perDay: measured, basis: 'measured' }
  if (transfers === null || transfers.days < leastTransferDays) return { perDay: null, basis: 'insufficient' }
  const { bytes, days, stayingShare } = transfers
  return { perDay: Math.round((bytes / days) * stayingShare), basis: 'transferred' }
}

/** Beyond this a forecast says nothing. */
const farthestDays = 100 * 365

/** When `free` bytes are used up; null when nothing grows, no end is known, or it is a lifetime away. */
export function fullAt({ perDay }: Growth, free: number | null, now: Date): Date | null {
  if (perDay === null || perDay <= 0 || free === null) return null
  const days = free / perDay
  return days > farthestDays ? null : new Date(now.getTime() + days * dayMs)
}

/** In days since the epoch and bytes. */
interface Point {
  at: number
  stored: number
}

/**
 * The median of the slopes between all pairs of samples (Theil and Sen), each weighing as much as it spans, so that
 * neither noise nor a single odd sample turns it, and growth by steps counts as what it comes to. Pairs across a break
 * are left out: a purge is no shrinking and a move-in no growth that will go on.
 */
function slopeOf(samples: StorageSample[], now: Date): number | null {
  const points = pointsOf(samples, now)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < leastSamples || last.at - first.at < leastDays) return null
  const slopes: [slope: number, weight: number][] = []
  for (const stretch of stretchesOf(points)) {
    for (const [index, from] of stretch.entries()) {
      for (const to of stretch.slice(index + 1)) {
        slopes.push([(to.stored - from.stored) / (to.at - from.at), to.at - from.at])
      }
    }
  }
  return Math.round(weightedMedian(slopes))
}

/** One a day, the last of it, in order. */
function pointsOf(samples: StorageSample[], now: Date): Point[] {
  const byDay = new Map<number, Point>()
  const known = samples.filter(({ sampledAt }) => {
    const age = now.getTime() - sampledAt.getTime()
    return age >= 0 && age <= samplesDays * dayMs
  })
  for (const { sampledAt, stored } of known.toSorted((a, b) => a.sampledAt.getTime() - b.sampledAt.getTime())) {
    const at = sampledAt.getTime() / dayMs
    byDay.set(Math.floor(at), { at, stored })
  }
  return [...byDay.values()]
}

/** A step this much beyond what is usual, and this part of all that is stored, is something that happened once. */
const oddSteps = 10
const oddShare = 0.05

/** More falls than this are how the store breathes; one rise is a move-in once three weeks have shown no second. */
const mostFalls = 2
const mostRises = 1
const risesKnownDays = 21

function stretchesOf(points: Point[]): Point[][] {
  const steps = points.slice(1).map((to, index) => {
    const from = points[index] as Point
    return { to, days: to.at - from.at, change: to.stored - from.stored }
  })
  const usual = median(steps.map(({ change, days }) => change / days))
  const beyond = steps.map(({ change, days }) => change - usual * days)
  const noise = median(beyond.map(Math.abs))
  const largest = Math.max(...points.map(({ stored }) => stored))
  const isOdd = (step: number) => Math.abs(step) > Math.max(oddSteps * noise, oddShare * largest)
  const falls = beyond.filter((step) => isOdd(step) && step < 0).length
  const rises = beyond.filter((step) => isOdd(step) && step > 0).length
  const days = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  const breaksAt = (step: number) =>
    isOdd(step) && (step < 0 ? falls <= mostFalls : rises <= mostRises && days >= risesKnownDays)
  const stretches: Point[][] = [points.slice(0, 1)]
  for (const [index, { to }] of steps.entries()) {
    if (breaksAt(beyond[index] ?? 0)) stretches.push([to])
    else stretches.at(-1)?.push(to)
  }
  return stretches
}

function median(values: number[]): number {
  return weightedMedian(values.map((value) => [value, 1]))
}

function weightedMedian(values: [value: number, weight: number][]): number {
  const sorted = values.toSorted(([a], [b]) => a - b)
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2
  let passed = 0
  for (const [value, weight] of sorted) {
    passed += weight
    if (passed >= half) return value
  }
  return 0
}
