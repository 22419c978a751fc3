/** Stored bytes at an instant. */
export interface StorageSample {
  sampledAt: Date
  stored: number
}

/** Recent uploads to the store, in bytes. */
export interface Transfers {
  /** Within `days`, without the initial filling of the store. */
  bytes: number
  days: number
  /** Share of all uploaded bytes that is still stored: 0 to 1. */
  stayingShare: number
}

/** Growth in bytes a day, and its basis. */
export type Growth =
  | { perDay: number; basis: 'measured' }
  | { perDay: number; basis: 'transferred' }
  | { perDay: null; basis: 'insufficient' }

const dayMs = 86_400_000

/** Maximum age in days of samples that a forecast uses. */
export const samplesDays = 90

const leastSamples = 7
const leastDays = 7

/** Minimum number of days of transfers: less is not representative. */
const leastTransferDays = 1

/**
 * Returns the growth of the store: the slope of the samples if they suffice (seven days, seven samples), else the daily
 * transfers times the share that stays, else `insufficient`.
 * @param samples in any order; samples from the future, left by a wrong clock, are ignored
 */
export function growthOf(samples: StorageSample[], transfers: Transfers | null, now: Date): Growth {
  const measured = slopeOf(samples, now)
  if (measured !== null) return { perDay: measured, basis: 'measured' }
  if (transfers === null || transfers.days < leastTransferDays) return { perDay: null, basis: 'insufficient' }
  const { bytes, days, stayingShare } = transfers
  return { perDay: Math.round((bytes / days) * stayingShare), basis: 'transferred' }
}

/** Maximum number of days that a forecast covers. */
const farthestDays = 100 * 365

/** Returns when `free` bytes are used up; null without growth, without a limit, or beyond `farthestDays`. */
export function fullAt({ perDay }: Growth, free: number | null, now: Date): Date | null {
  if (perDay === null || perDay <= 0 || free === null) return null
  const days = free / perDay
  return days > farthestDays ? null : new Date(now.getTime() + days * dayMs)
}

/** Days since the epoch, and bytes. */
interface Point {
  at: number
  stored: number
}

/**
 * Returns the median of the slopes between all pairs of samples (Theil–Sen), weighted by their time span: it is robust
 * against noise and single outliers, and averages stepwise growth. Pairs across a break are left out: a purge or an
 * initial upload is not a trend.
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

/** Returns the last sample of each day, in order. */
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

/** A step is an outlier if it exceeds the noise by this factor, and the total by this share. */
const oddSteps = 10
const oddShare = 0.05

/**
 * More falls than this are regular. A single rise counts as an initial upload only if no second one follows in three
 * weeks.
 */
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
