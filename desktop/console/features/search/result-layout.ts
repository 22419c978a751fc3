import type { FoundDevice, FoundLine, FoundText } from './found-devices.ts'

/** Heights in pixels. */
export const heights = { device: 40, text: 32, line: 22, gap: 14, more: 28, end: 10 } as const

/** Browsers render at most about 33 million pixels: devices further down are collapsed initially. */
const mostOpenHeight = 12_000_000

/** Expanded devices, and versions with all lines shown, by id. */
export interface Folding {
  /** Set by the user, in place of the initial state. */
  devices: ReadonlyMap<string, boolean>
  whole: ReadonlySet<string>
}

export interface PlacedDevice {
  device: FoundDevice
  top: number
  height: number
  isOpen: boolean
}

/** A row below a device's name, relative to the top of its block. */
export type PlacedRow = { top: number; height: number; text: FoundText } & (
  | { kind: 'text' }
  | { kind: 'line'; line: FoundLine }
  | { kind: 'more'; hits: number }
  | { kind: 'untold'; hits: number }
)

/** Returns the position of every device in a list with the height of all. */
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

/** Returns the devices between `from` and `to`, by binary search. */
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

/** Returns the rows of an expanded device between `from` and `to`, relative to the top of its block. */
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

/**
 * Returns how many lines of a text are shown, how many more matches can be shown, and how many the service only
 * counted.
 */
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
