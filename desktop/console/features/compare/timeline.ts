/** The fields of a version for a timeline. Instants as RFC 3339. */
export interface Dated {
  id: string
  captured_at: string
  last_seen_at: string
  added: number | null
  removed: number | null
}

/** Position of a version on the timeline, as fractions of its width and height. */
export interface Span {
  id: string
  /** Its start, and its width up to the next version. */
  left: number
  width: number
  /**
   * Fraction of its width up to the last run that confirmed it. After that, the device was not checked before the next
   * version.
   */
  confirmed: number
  /** Size of its change relative to the largest, logarithmic; 0 for the first version and unknown sizes. */
  added: number
  removed: number
}

/**
 * Lays out versions by time. Each has a minimum width, so that ten changes within an hour are distinguishable on a line
 * of two years; the remaining width is proportional to time.
 * @param versions the latest first, as the service lists them
 * @returns the oldest first
 */
export function layOutTimeline(versions: readonly Dated[]): Span[] {
  const dated = versions.toReversed()
  if (dated.length === 0) return []
  const starts = dated.map(({ captured_at }) => Date.parse(captured_at))
  const end = Math.max(...dated.map(({ last_seen_at }) => Date.parse(last_seen_at)), starts.at(-1)!)
  const lengths = starts.map((start, at) => Math.max(0, (starts[at + 1] ?? end) - start))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const least = Math.min(mostLeast, shareOfLeast / dated.length)
  const rest = 1 - least * dated.length
  const largest = Math.max(1, ...dated.map(({ added, removed }) => Math.log1p((added ?? 0) + (removed ?? 0))))
  let left = 0
  return dated.map(({ id, last_seen_at, added, removed }, at) => {
    const length = lengths[at]!
    const width = least + (whole === 0 ? rest / dated.length : (rest * length) / whole)
    const seen = Date.parse(last_seen_at) - starts[at]!
    const size = (added ?? 0) + (removed ?? 0)
    const height = at === 0 || size === 0 ? 0 : Math.log1p(size) / largest
    const span = {
      id,
      left,
      width,
      confirmed: length === 0 ? 1 : Math.min(1, Math.max(0, seen / length)),
      added: height === 0 ? 0 : (height * (added ?? 0)) / size,
      removed: height === 0 ? 0 : (height * (removed ?? 0)) / size,
    }
    left += width
    return span
  })
}

const mostLeast = 0.03
const shareOfLeast = 0.6

/** Returns the version at a horizontal position; the nearest outside of all; undefined without versions. */
export function versionAt(spans: readonly Span[], place: number): string | undefined {
  return (spans.findLast(({ left }) => left <= place) ?? spans[0])?.id
}

/** Returns the lifetime of a version in days, hours or minutes: the largest unit that is not 0. */
export function stayOf({ captured_at, last_seen_at }: Pick<Dated, 'captured_at' | 'last_seen_at'>): {
  unit: 'days' | 'hours' | 'minutes'
  count: number
} {
  const minutes = Math.max(0, Math.round((Date.parse(last_seen_at) - Date.parse(captured_at)) / 60_000))
  if (minutes >= 2 * 24 * 60) return { unit: 'days', count: Math.round(minutes / (24 * 60)) }
  if (minutes >= 120) return { unit: 'hours', count: Math.round(minutes / 60) }
  return { unit: 'minutes', count: minutes }
}
