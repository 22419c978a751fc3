import { expect } from 'chai'
import { readDryRunReport } from '../../../../service/domain/jobs/read-dry-run-report.ts'
import { dryRunLimits } from '../../../../shared/agent-protocol/dry-run.ts'

describe('the report of a dry run', () => {
  it('is absent unless it is an object', () => {
    for (const value of [undefined, null, 'text', [], 1]) expect(readDryRunReport(value)).to.equal(null)
  })

  it('has values of the wrong shape replaced by empty ones', () => {
    const hostile = {
      exchanges: [
        { reading: -1, stage: 1, transcript: {}, matches: [{ rule: 'constructor' }, 7], failure: { code: 5 } },
        3,
      ],
      untried: [7, {}, 'config'],
      artifacts: [{ key: 9, outcome: 'perfect', size_bytes: 'x', cuts: { accepted: 'none' }, changes: [] }],
    }

    expect(readDryRunReport(hostile)).to.deep.equal({
      exchanges: [
        {
          ...{ reading: 0, stage: 'read', artifact: null, command: null, size_bytes: 0, duration_ms: 0 },
          ...{ transcript: '', truncated: false, matches: [], outcome: null, reason: null, failure: null },
        },
      ],
      artifacts: [
        {
          ...{ key: '', transport: 'ssh', outcome: 'refused', size_bytes: null, lines: null },
          ...{ reason: null, failure: null, changes: null },
          cuts: { step_bytes: 0, checked: 0, accepted: 0, accepted_at: [] },
        },
      ],
      untried: ['config'],
      proposal: null,
    })
  })

  it('has only rules with a path, a value in JSON and a known reason', () => {
    const rule = { path: 'ssh.pager', value: '{"mark":"^More"}', reason: 'page_continued', command: 5, shown: 'More' }
    const hostile = [
      ...[{ path: '__proto__.x' }, { path: 'ssh.constructor.prototype.x' }, { value: '{' }, { value: 7 }],
      ...[{ reason: 'trust_me' }, { value: JSON.stringify('x'.repeat(5_000)) }],
    ]

    const read = readDryRunReport({ proposal: [rule, 'x', ...hostile.map((change) => ({ ...rule, ...change }))] })

    expect(read?.proposal).to.deep.equal([{ ...rule, command: null }])
  })

  it('is limited in the size of each transcript and of all', () => {
    const exchange = { transcript: 'x'.repeat(dryRunLimits.transcript + 1) }
    const read = readDryRunReport({ exchanges: Array.from({ length: 200 }, () => exchange) })

    const sizes = read?.exchanges.map(({ transcript }) => transcript.length) ?? []
    expect(sizes[0]).to.equal(dryRunLimits.transcript)
    expect(sizes.reduce((sum, size) => sum + size)).to.equal(dryRunLimits.transcripts)
    expect(sizes).to.have.length(dryRunLimits.exchanges)
    expect(read?.exchanges.every(({ truncated }) => truncated)).to.equal(true)
  })
})
