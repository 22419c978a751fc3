import type { components } from '../../../../shared/contract/api-types.ts'
import type { Tone } from '../../ui/states.ts'
import { type DrawnBar, type DrawnRow, type TimelineRow, outlineOf } from './night-layout.ts'
import type { Period } from './night.ts'

type Stretch = components['schemas']['BlackoutStretch']
type Box = { x: number; y: number; width: number; height: number }

/** Positions and sizes in pixels. */
export interface NightDrawing {
  width: number
  height: number
  /** Top of the first row. */
  top: number
  rows: { of: TimelineRow; y: number; height: number }[]
  bars: { of: DrawnBar; x: number; path: string }[]
  waits: { tone: Tone; x: number; y: number; width: number }[]
  /** Outlines from the end of an attempt to the start of the next. */
  links: string[]
  bands: (Box & { of: Stretch })[]
  /** Undefined outside the period. */
  nowX?: number
}

const labelWidth = 170
const leastWidth = 860
const top = 24
const barHeight = 10
const laneHeight = 13
const padding = 8
const rowGap = 4
const leastRowHeight = 36
const leastBarWidth = 5
const narrowBand = 5
const hourMs = 3_600_000

/** Draws the rows in at least the width that they need; a narrower frame scrolls. */
export function drawNight(
  rows: readonly DrawnRow[],
  blackouts: readonly Stretch[],
  { period, width: available, now }: { period: Period; width: number; now: Date },
): NightDrawing {
  const width = Math.max(leastWidth, Math.floor(available))
  const xOf = scaleOf(period, width)
  let next = top
  const placed = rows.map((row) => {
    const height = Math.max(leastRowHeight, row.lanes * laneHeight + 2 * padding)
    const y = next
    next += height + rowGap
    return { row, y, height }
  })
  const barY = new Map(
    placed.flatMap(({ row, y }) => row.bars.map((bar) => [bar, y + padding + bar.lane * laneHeight])),
  )
  const boxOf = (bar: DrawnBar): Box => {
    const [x, y] = [xOf(bar.from), barY.get(bar) ?? 0]
    return { x, y, width: Math.max(leastBarWidth, xOf(bar.to) - x - 1), height: barHeight }
  }
  const bars = rows.flatMap((row) => row.bars)
  const isNow = now >= period.since && now < period.until
  return {
    ...{ width, height: next, top },
    rows: placed.map(({ row, ...place }) => ({ of: row.row, ...place })),
    bars: bars.map((of) => {
      const { x, y, width: length, height } = boxOf(of)
      return { of, x, path: outlineOf(of.tone, x, y, length, height) }
    }),
    waits: bars.flatMap((bar) => {
      const from = bar.waitsFrom ?? bar.from
      return from < bar.from
        ? [{ tone: bar.tone, x: xOf(from), y: boxOf(bar).y + barHeight / 2 - 1, width: xOf(bar.from) - xOf(from) }]
        : []
    }),
    links: bars.flatMap((bar) => (bar.previous ? [linkOf(boxOf(bar.previous), boxOf(bar))] : [])),
    bands: placed.flatMap((place) => bandsOf(place, blackouts, period, xOf)),
    ...(isNow && { nowX: xOf(now.getTime()) }),
  }
}

/** Returns the hours of a period with their positions: as many as have space for their names. */
export function hoursOf({ since, until }: Period, width: number): { at: Date; x: number }[] {
  const xOf = scaleOf({ since, until }, width)
  const hours = (until.getTime() - since.getTime()) / hourMs
  const step = Math.max(1, Math.ceil((hours * 56) / (width - labelWidth)))
  const first = new Date(since)
  first.setMinutes(0, 0, 0)
  const marks = Array.from({ length: Math.ceil(hours / step) + 1 }, (_, at) => first.getTime() + at * step * hourMs)
  return marks
    .filter((at) => at >= since.getTime() && at < until.getTime())
    .map((at) => ({ at: new Date(at), x: xOf(at) }))
}

function scaleOf({ since, until }: Period, width: number): (at: number) => number {
  const [first, length] = [since.getTime(), until.getTime() - since.getTime()]
  return (at) => labelWidth + ((at - first) / length) * (width - labelWidth - 2)
}

function linkOf(before: Box, after: Box): string {
  const [fromX, fromY] = [before.x + before.width, before.y + before.height / 2]
  const [toX, toY] = [after.x, after.y + after.height / 2]
  const bend = Math.max(8, Math.abs(toX - fromX) / 3)
  return `M${fromX} ${fromY}C${fromX + bend} ${fromY - barHeight} ${toX - bend} ${toY - barHeight} ${toX} ${toY}`
}

/** The bands of a row: over its height for all its devices, narrow at its top for those of a site or one device. */
function bandsOf(
  { row, y, height }: { row: DrawnRow; y: number; height: number },
  blackouts: readonly Stretch[],
  { since, until }: Period,
  xOf: (at: number) => number,
): NightDrawing['bands'] {
  const { tenant_id: tenant, kind } = row.row
  const applies = (of: Stretch) => of.level === 'platform' || kind !== 'agent' || of.tenant_id === tenant
  return blackouts.filter(applies).map((of) => {
    const from = Math.max(Date.parse(of.starts_at), since.getTime())
    const to = Math.min(Date.parse(of.ends_at), until.getTime())
    const isNarrow = of.level === 'site' || of.level === 'device'
    return { of, x: xOf(from), y, width: xOf(to) - xOf(from), height: isNarrow ? narrowBand : height }
  })
}
