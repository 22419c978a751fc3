import type { LineAge, Recency } from '../../editor/line-ages.ts'
import type { Language } from '../../language/define-messages.ts'
import { relativeTime } from '../../ui/instants.ts'
import type { LineHistory, LineOrigin } from './useLineHistory.ts'

const day = 86_400_000

/** Ages from which a line is less recent, in ms. */
const thresholds = [365 * day, 30 * day, 7 * day, day]

/** Returns the age of each examined line, which begin with the first one of the text. A `?` marks a line that may be older. */
export function lineAges({ spans, origins }: LineHistory, now: Date, language: Language): LineAge[] {
  const ages = origins.map((origin) => ageOf(origin, now, language))
  return spans.flatMap(({ from_line: from, to_line: to, origin }) => Array<LineAge>(to - from + 1).fill(ages[origin]!))
}

function ageOf({ captured_at: at, doubts }: LineOrigin, now: Date, language: Language): LineAge {
  const age = now.getTime() - Date.parse(at)
  const recency = thresholds.findIndex((threshold) => age >= threshold)
  const label = relativeTime(new Date(at), now, language)
  return {
    recency: (recency < 0 ? thresholds.length : recency) as Recency,
    label: doubts.length > 0 ? `${label} ?` : label,
  }
}

/** Returns the origin of a line; undefined if the line was not examined. */
export function originOfLine({ spans, origins }: LineHistory, line: number): LineOrigin | undefined {
  const span = spans.find(({ from_line: from, to_line: to }) => from <= line && line <= to)
  return span && origins[span.origin]
}

/** Returns the origins, latest first, each with the first line that began with it. */
export function listOrigins({ spans, origins }: LineHistory): (LineOrigin & { firstLine: number })[] {
  return origins
    .map((origin, at) => ({ ...origin, firstLine: spans.find((span) => span.origin === at)?.from_line ?? 1 }))
    .toSorted((a, b) => b.captured_at.localeCompare(a.captured_at))
}
