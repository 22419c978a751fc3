import { expect } from 'chai'
import type { Metric } from '../../../../service/http/metrics/exposition.ts'
import { combineMetrics } from '../../../../service/http/metrics/replica-metrics.ts'

describe('the metrics of a replica with several processes', () => {
  const metric = (name: string, samples: Metric['samples'], ofReplica?: Metric['ofReplica']): Metric => ({
    name,
    help: 'Help.',
    type: 'counter',
    samples,
    ...(ofReplica && { ofReplica }),
  })

  it('are the sum of each series, and include series of single processes', () => {
    const one = [metric('requests', [sample('a', 2), sample('b', 1)])]
    const other = [metric('requests', [sample('c', 5), sample('a', 3)]), metric('only_here', [{ value: 7 }])]
    expect(combineMetrics([one, other])).to.deep.equal([
      metric('requests', [sample('a', 5), sample('b', 1), sample('c', 5)]),
      metric('only_here', [{ value: 7 }]),
    ])
  })

  it('are the minimum or maximum where a sum is meaningless', () => {
    const of = (start: number, lag: number) => [
      metric('start', [{ value: start }], 'least'),
      metric('lag', [{ value: lag }], 'most'),
    ]
    expect(combineMetrics([of(20, 0.1), of(10, 0.3), of(30, 0.2)])).to.deep.equal(of(10, 0.3))
  })

  it('distinguish histogram series by suffix and labels, in any label order', () => {
    const bucket = (labels: Record<string, string>, value: number) => ({ suffix: '_bucket', labels, value })
    const combined = combineMetrics([
      [metric('duration', [bucket({ le: '1', operation: 'x' }, 1), { suffix: '_sum', value: 2 }])],
      [metric('duration', [bucket({ operation: 'x', le: '1' }, 4)])],
    ])
    expect(combined[0]?.samples.map(({ value }) => value)).to.deep.equal([5, 2])
  })

  function sample(operation: string, value: number) {
    return { labels: { operation }, value }
  }
})
