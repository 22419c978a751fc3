import { expect } from 'chai'
import { layOutTimeline, stayOf, versionAt } from '../../../../../desktop/console/features/compare/timeline.ts'

describe('the timeline of a lineage', () => {
  const version = (id: string, from: string, until: string, added: number | null = 1, removed: number | null = 0) => ({
    id,
    captured_at: `${from}:00Z`,
    last_seen_at: `${until}:00Z`,
    added,
    removed,
  })
  const versions = [
    version('c', '2025-03-11T00:00', '2025-03-21T00:00', 3, 1),
    version('b', '2025-03-10T23:00', '2025-03-10T23:30', 200, 100),
    version('a', '2025-03-01T00:00', '2025-03-05T23:30', null, null),
  ]
  const spans = layOutTimeline(versions)

  it('starts with the oldest, each as wide as its validity with a minimum width', () => {
    const [a, b, c] = spans

    expect(spans.map(({ id }) => id)).to.deep.equal(['a', 'b', 'c'])
    expect(a?.left).to.equal(0)
    expect(b?.width).to.be.within(0.03, 0.04)
    expect((a?.width ?? 0) + (b?.width ?? 0) + (c?.width ?? 0)).to.be.closeTo(1, 1e-9)
    expect(a?.width).to.be.closeTo(c?.width ?? 0, 0.01)
  })

  it('shows how long runs confirmed each version', () => {
    expect(spans.map(({ confirmed }) => confirmed.toFixed(2))).to.deep.equal(['0.50', '0.50', '1.00'])
  })

  it('scales changes to the largest, and leaves the first and unknown ones empty', () => {
    const [a, b, c] = spans

    expect([a?.added, a?.removed]).to.deep.equal([0, 0])
    expect((b?.added ?? 0) + (b?.removed ?? 0)).to.be.closeTo(1, 1e-9)
    expect((c?.added ?? 0) / (c?.removed ?? 1)).to.be.closeTo(3, 1e-9)
  })

  it('finds the version at a position', () => {
    expect(versionAt(spans, 0)).to.equal('a')
    expect(versionAt(spans, (spans[1]?.left ?? 0) + 0.001)).to.equal('b')
    expect(versionAt(spans, 2)).to.equal('c')
    expect(versionAt([], 0)).to.equal(undefined)
  })

  it('fits a thousand versions, one or none', () => {
    const many = layOutTimeline(
      Array.from({ length: 1_000 }, (_, n) => version(`${n}`, '2025-03-01T00:00', '2025-03-01T00:00')),
    )

    expect(many.every(({ width }) => Math.abs(width - 0.001) < 1e-9)).to.equal(true)
    expect(layOutTimeline(versions.slice(2))).to.have.length(1)
    expect(layOutTimeline([])).to.deep.equal([])
  })

  it('reports in days, hours or minutes how long a version was valid', () => {
    expect(stayOf(version('', '2025-03-01T00:00', '2025-03-06T01:00'))).to.deep.equal({ unit: 'days', count: 5 })
    expect(stayOf(version('', '2025-03-01T00:00', '2025-03-02T12:00'))).to.deep.equal({ unit: 'hours', count: 36 })
    expect(stayOf(version('', '2025-03-01T00:00', '2025-03-01T00:00'))).to.deep.equal({ unit: 'minutes', count: 0 })
  })
})
