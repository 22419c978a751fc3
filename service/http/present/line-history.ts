import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { LineHistory, OriginRecord } from '../../domain/repository/versions/line-history.ts'

type Schemas = components['schemas']

export function presentLineHistory(history: LineHistory, locale: Locale): Schemas['LineHistory'] {
  const { shown, lines, range, origins, compared, unreadable, oldest, stopped } = history
  return {
    version_id: shown.id,
    artifact_id: shown.artifactId,
    lines,
    first_line: range.first + 1,
    last_line: range.end,
    spans: findSpans(history),
    origins: origins.map((origin) => presentOrigin(origin, locale)),
    examined: {
      compared,
      unreadable,
      oldest_version_id: oldest.id,
      oldest_captured_at: oldest.capturedAt.toISOString(),
    },
    complete: stopped === null,
    stopped,
  }
}

function presentOrigin(
  { version, previous, doubts, lines, author }: OriginRecord,
  locale: Locale,
): Schemas['LineOrigin'] {
  return {
    version_id: version.id,
    job_id: version.jobId,
    captured_at: version.capturedAt.toISOString(),
    reported_author: author,
    reviewed_at: version.reviewedAt?.toISOString() ?? null,
    reviewed_by: version.reviewedBy,
    review_ticket: version.reviewTicket,
    lines: lines.length,
    previous_version_id: previous?.id ?? null,
    last_seen_without_at: previous?.lastSeenAt.toISOString() ?? null,
    doubts,
    reasons: doubts.map((one) => render(one, locale)),
  }
}

/** Joins successive lines of one origin. */
function findSpans({ origins, range }: LineHistory): Schemas['LineSpan'][] {
  const originOfLine = new Int32Array(Math.max(0, range.end - range.first))
  for (const [origin, { lines }] of origins.entries())
    for (const line of lines) originOfLine[line - range.first] = origin
  const spans: Schemas['LineSpan'][] = []
  for (const [at, origin] of originOfLine.entries()) {
    const number = range.first + at + 1
    const last = spans.at(-1)
    if (last?.origin === origin) last.to_line = number
    else spans.push({ from_line: number, to_line: number, origin })
  }
  return spans
}
