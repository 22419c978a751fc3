import type { FoundDevice, FoundLine, FoundText } from './found-devices.ts'

/** Pixels of height. */
export const heights = { device: 40, text: 32, line: 22, gap: 14, more: 28, end: 10 } as const

/** A browser draws nothing beyond some 33 million pixels: devices further down begin closed. */
const mostOpenHeight = 12_000_000

/** What is opened and closed: ids of devices, and of versions of which all lines are shown. */
export interface Folding {
  /** By hand, in place of what a device begins with. */
  devices: ReadonlyMap<string, boolean>
  whole: ReadonlySet<string>
}

export interface PlacedDevice {
  device: FoundDevice
  top: number
  height: number
  isOpen: boolean
}

/** A row below a device's name, from the top of its block. */
export type PlacedRow = { top: number; height: number; text: FoundText } & (
  | { kind: 'text' }
  | { kind: 'line'; line: FoundLine }
  | { kind: 'more'; hits: number }
  | { kind: 'untold'; hits: number }
)

/** Where every device stands in a list as high as all of them. */
export function placeDevices(
  devices: readonly FoundDevice[],
  { devices: byHand, whole }: Folding,
): { placed: PlacedDevice[]; height: number } {
  let top = 0
  const placed = devices.map((device) => {
    const isOpen = device.texts.length > 0 && (byHand.get(device.id) ?? top < mostOpenHeight)
    const height = isOpen ? heights.device + bodyHeight(device, whole) : heights.device
    const place = { device, top, height, isOpen }
    top += height
    return place
  })
  return { placed, height: top }
}

/** Those of which something is between `from` and `to`, by halving. */
export function devicesBetween(placed: readonly PlacedDevice[], from: number, to: number): PlacedDevice[] {
  const firstBelow = (y: number) => {
    let [low, high] = [0, placed.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (placed[middle]!.top + placed[middle]!.height <= y) low = middle + 1
      else high = middle
    }
    return low
  }
  const found: PlacedDevice[] = []
  for (let at = firstBelow(from); at < placed.length && placed[at]!.top < to; at++) found.push(placed[at]!)
  return found
}

/** The rows of an open device that stand between `from` and `to`, measured from the top of its block. */
export function rowsBetween(
  device: FoundDevice,
  whole: ReadonlySet<string>,
  [from, to]: readonly [number, number],
): PlacedRow[] {
  const rows: PlacedRow[] = []
  let top: number = heights.device
  const put = (row: Omit<PlacedRow, 'top' | 'height'>, height: number) => {
    if (top + height > from && top < to) rows.push({ ...row, top, height } as PlacedRow)
    top += height
  }
  for (const text of device.texts) {
    put({ kind: 'text', text }, heights.text)
    const shown = shownOf(text, whole)
    for (let at = 0; at < shown.lines && top < to; at++) {
      const line = text.lines[at]!
      put({ kind: 'line', text, line } as PlacedRow, line.kind === 'gap' ? heights.gap : heights.line)
    }
    if (top >= to) break
    if (shown.more > 0) put({ kind: 'more', text, hits: shown.more } as PlacedRow, heights.more)
    if (shown.untold > 0) put({ kind: 'untold', text, hits: shown.untold } as PlacedRow, heights.more)
  }
  return rows
}

function bodyHeight(device: FoundDevice, whole: ReadonlySet<string>): number {
  return device.texts.reduce<number>((sum, text) => {
    const { lines, more, untold } = shownOf(text, whole)
    const gaps = countGaps(text, lines)
    const below = (more > 0 ? heights.more : 0) + (untold > 0 ? heights.more : 0)
    return sum + heights.text + (lines - gaps) * heights.line + gaps * heights.gap + below
  }, heights.end)
}

/** How many of a text's lines are shown, how many hits the person can ask for, how many the service has only counted. */
function shownOf(text: FoundText, whole: ReadonlySet<string>): { lines: number; more: number; untold: number } {
  const isWhole = whole.has(text.versionId) || text.firstHits === text.told
  if (!isWhole) return { lines: text.firstLines, more: text.told - text.firstHits, untold: 0 }
  return { lines: text.lines.length, more: 0, untold: (text.matches ?? 0) - text.told }
}

function countGaps(text: FoundText, lines: number): number {
  let gaps = 0
  for (let at = 0; at < lines; at++) if (text.lines[at]!.kind === 'gap') gaps++
  return gaps
}
