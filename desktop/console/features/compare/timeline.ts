/** What a timeline needs of a version. Instants as RFC 3339. */
export interface Dated {
  id: string
  captured_at: string
  last_seen_at: string
  added: number | null
  removed: number | null
}

/** One version's place on the timeline, in shares of its whole width and height. */
export interface Span {
  id: string
  /** Where it begins, and how wide it is until the next version begins. */
  left: number
  width: number
  /** How much of its width a run has confirmed: behind it nobody has looked until the next version was found. */
  confirmed: number
  /** How large its change is against the largest one, by its logarithm; 0 for the first version and for unknown ones. */
  added: number
  removed: number
}

/**
 * Lays out the versions of a lineage by time. Each gets a least width, so that ten changes of one hour can be told apart
 * on a line of two years; the rest of the width follows the time.
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

/** The version at a place of the width; the nearest outside of it. Undefined where there is none. */
export function versionAt(spans: readonly Span[], place: number): string | undefined {
  return (spans.findLast(({ left }) => left <= place) ?? spans[0])?.id
}

/** How long a version stayed, to be said as days, hours or minutes; the largest of the three that is not 0. */
export function stayOf({ captured_at, last_seen_at }: Pick<Dated, 'captured_at' | 'last_seen_at'>): {
  unit: 'days' | 'hours' | 'minutes'
  count: number
} {
  const minutes = Math.max(0, Math.round((Date.parse(last_seen_at) - Date.parse(captured_at)) / 60_000))
  if (minutes >= 2 * 24 * 60) return { unit: 'days', count: Math.round(minutes / (24 * 60)) }
  if (minutes >= 120) return { unit: 'hours', count: Math.round(minutes / 60) }
  return { unit: 'minutes', count: minutes }
}
