import { expect } from 'chai'
import { lineAges, listOrigins, originOfLine } from '../../../../../desktop/console/features/versions/line-ages.ts'
import {
  type LineHistory,
  type LineOrigin,
  joinHistories,
} from '../../../../../desktop/console/features/versions/useLineHistory.ts'

const origin = (id: string, capturedAt: string, lines = 1): LineOrigin => ({
  ...{ version_id: id, job_id: id, captured_at: capturedAt, lines, doubts: [], reasons: [] },
  ...{ reported_author: null, reviewed_at: null, reviewed_by: null, review_ticket: null },
  ...{ previous_version_id: null, last_seen_without_at: null },
})

/** Returns a history of spans, each `[from, to, origin]`. */
const history = (spans: [number, number, number][], origins: LineOrigin[]): LineHistory => ({
  ...{ version_id: 'v', artifact_id: 'a', lines: 9, first_line: spans[0]![0], last_line: spans.at(-1)![1] },
  spans: spans.map(([from, to, at]) => ({ from_line: from, to_line: to, origin: at })),
  origins,
  examined: { compared: 1, unreadable: 0, oldest_version_id: 'o', oldest_captured_at: '2026-01-01T00:00:00.000Z' },
  ...{ complete: true, stopped: null },
})

describe('ages of lines', () => {
  const old = origin('old', '2026-01-01T00:00:00.000Z', 2)
  const recent = origin('recent', '2026-06-01T00:00:00.000Z')

  it('have a label and a recency for each line', () => {
    const doubted = { ...recent, doubts: [{ code: 'line_older_versions_not_examined', params: {} }] }
    const now = new Date('2026-06-01T12:00:00Z')

    const ages = lineAges(history([[1, 2, 0], [3, 3, 1]], [old, doubted]), now, 'en') // prettier-ignore

    expect(ages.map(({ recency }) => recency)).to.deep.equal([1, 1, 4])
    expect(ages[2]!.label).to.match(/ \?$/)
  })

  it('have the origin of a line, and list origins with their first line, latest first', () => {
    const found = history([[1, 2, 0], [3, 3, 1]], [old, recent]) // prettier-ignore

    expect([1, 3, 4].map((line) => originOfLine(found, line)?.version_id)).to.deep.equal(['old', 'recent', undefined])
    expect(listOrigins(found).map(({ version_id: id, firstLine }) => [id, firstLine])).to.deep.equal([
      ['recent', 3],
      ['old', 1],
    ])
  })

  it('join the histories of two ranges', () => {
    const joined = joinHistories(
      history([[1, 2, 0]], [old]),
      history([[3, 3, 0], [4, 4, 1]], [recent, origin('old', old.captured_at)]), // prettier-ignore
    )

    expect(joined.origins.map(({ version_id: id, lines }) => [id, lines])).to.deep.equal([
      ['old', 3],
      ['recent', 1],
    ])
    expect([1, 3, 4].map((line) => originOfLine(joined, line)?.version_id)).to.deep.equal(['old', 'recent', 'old'])
    expect(joined.last_line).to.equal(4)
  })
})
