import type { components } from '../../../../shared/contract/api-types.ts'
import { type Tone, appearances } from '../../ui/states.ts'
import type { Period } from './night.ts'

type Schemas = components['schemas']
export type TimelineRow = Schemas['TimelineRow']
export type TimelineBar = Schemas['TimelineBar']

/** A bar in its row; instants in milliseconds since 1970, within the shown period. */
export interface DrawnBar {
  bar: TimelineBar
  row: TimelineRow
  tone: Tone
  isOpen: boolean
  from: number
  to: number
  /** When its wait begins; null for merged bars. */
  waitsFrom: number | null
  lane: number
  /** The bar of the previous attempt of the same run; undefined if it is not shown. */
  previous?: DrawnBar
}

export interface DrawnRow {
  row: TimelineRow
  lanes: number
  bars: DrawnBar[]
}

/** More attempts at the same time share the last lane. */
const maxLanes = 14

/** Places the bars of each row in lanes, so that those of the same time do not cover each other. */
export function layOut(rows: readonly TimelineRow[], period: Period, now: Date): DrawnRow[] {
  const drawn = rows.map((row) => layOutRow(row, period, now))
  const byAttempt = new Map<string, DrawnBar>()
  for (const bar of drawn.flatMap(({ bars }) => bars))
    if (bar.bar.run) byAttempt.set(`${bar.bar.run.run_id} ${bar.bar.run.attempt}`, bar)
  for (const bar of byAttempt.values()) {
    const previous = byAttempt.get(`${bar.bar.run?.run_id} ${(bar.bar.run?.attempt ?? 0) - 1}`)
    if (previous) bar.previous = previous
  }
  return drawn
}

function layOutRow(row: TimelineRow, period: Period, now: Date): DrawnRow {
  const [first, last] = [period.since.getTime(), period.until.getTime()]
  const ends: number[] = []
  const lanesOfTones = [...new Set(row.bars.map(toneOf))].toSorted((a, b) => tones.indexOf(a) - tones.indexOf(b))
  const bars = row.bars.map((bar): DrawnBar => {
    const from = Math.max(Date.parse(bar.starts_at), first)
    const to = Math.max(from, Math.min(bar.ends_at === null ? now.getTime() : Date.parse(bar.ends_at), last))
    const tone = toneOf(bar)
    const lane = row.merged ? lanesOfTones.indexOf(tone) : freeLane(ends, from)
    if (!row.merged) ends[lane] = to
    const waitsFrom = bar.run ? Math.min(from, Math.max(Date.parse(bar.run.waits_since), first)) : null
    return { bar, row, tone, isOpen: bar.ends_at === null, from, to, waitsFrom, lane }
  })
  return { row, bars, lanes: Math.max(1, row.merged ? lanesOfTones.length : ends.length) }
}

const tones: Tone[] = ['bad', 'warn', 'info', 'quiet', 'good']

/** Returns the tone of a bar: of merged attempts, that of any of their similar statuses. */
function toneOf({ statuses }: TimelineBar): Tone {
  return appearances.runStatus[statuses[0] ?? 'unknown'].tone
}

function freeLane(ends: readonly number[], from: number): number {
  const free = ends.findIndex((end) => end <= from)
  if (free >= 0) return free
  return ends.length < maxLanes ? ends.length : ends.indexOf(Math.min(...ends))
}

/**
 * Returns the outline of a bar. The shape depends on the tone, so that a status is visible without its colour: successful
 * ones are rectangles, those that need attention have a cut corner, failed ones are pointed at both ends, and the others
 * are half as high.
 */
export function outlineOf(tone: Tone, x: number, y: number, width: number, height: number): string {
  const [right, bottom] = [x + width, y + height]
  if (tone === 'bad') {
    const point = Math.min(height / 2, width / 2)
    const middle = y + height / 2
    return `M${x} ${middle}L${x + point} ${y}H${right - point}L${right} ${middle}L${right - point} ${bottom}H${x + point}Z`
  }
  if (tone === 'warn') {
    const cut = Math.min(height * 0.75, width)
    return `M${x} ${y}H${right - cut}L${right} ${y + cut}V${bottom}H${x}Z`
  }
  if (tone === 'quiet') return `M${x} ${y + height / 4}H${right}V${bottom - height / 4}H${x}Z`
  return `M${x} ${y}H${right}V${bottom}H${x}Z`
}

/** Returns the place of a bar among those of a later reading: of the same attempt, or of the same merged attempts. */
export function placeOf(bars: readonly DrawnBar[], bar: DrawnBar): number | undefined {
  const place = bars.findIndex((one) => identityOf(one) === identityOf(bar))
  return place < 0 ? undefined : place
}

function identityOf({ bar: { run, starts_at: startsAt }, row: { kind, agent_id: agentId }, tone }: DrawnBar): string {
  return run ? `${run.run_id} ${run.attempt}` : `${kind} ${agentId} ${startsAt} ${tone}`
}

/** Returns the bar that an arrow key leads to: the next in the row, or the nearest in the next row. */
export function barAfter(bars: readonly DrawnBar[], at: number, key: string): number | undefined {
  const current = bars[at]
  if (!current) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return bars.length - 1
  if (key === 'ArrowLeft') return Math.max(0, at - 1)
  if (key === 'ArrowRight') return Math.min(bars.length - 1, at + 1)
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const rows = [...new Set(bars.map(({ row }) => row))]
  const target = rows[rows.indexOf(current.row) + (key === 'ArrowDown' ? 1 : -1)]
  if (!target) return at
  const distance = (place: number) => Math.abs((bars[place]?.from ?? 0) - current.from)
  const inTarget = bars.flatMap(({ row }, place) => (row === target ? [place] : []))
  return inTarget.toSorted((one, other) => distance(one) - distance(other))[0]
}
