import { expect } from 'chai'
import { findShortfalls } from '../../../../../../service/domain/jobs/kinds/dry-run/find-shortfalls.ts'
import { readDryRunReport } from '../../../../../../service/domain/jobs/read-dry-run-report.ts'

const refusedCuts = { step_bytes: 1024, checked: 20, accepted: 0, accepted_at: [] }
const config = { key: 'config', transport: 'ssh', outcome: 'accepted', cuts: refusedCuts }

describe('the shortfalls of a dry run', () => {
  const found = (artifacts: object[], more: { untried?: string[]; labMode?: boolean } = {}) => {
    const report = readDryRunReport({ exchanges: [], artifacts, untried: more.untried ?? [] })
    return findShortfalls(report!, more.labMode ?? false).map(({ code, artifact }) => [code, artifact])
  }

  it('are empty if every artifact is accepted or absent, and every cut is refused', () => {
    expect(found([config, { key: 'licence', outcome: 'absent' }])).to.deep.equal([])
  })

  it('name refused artifacts and accepted cuts', () => {
    const cut = { ...config, cuts: { ...refusedCuts, accepted: 1 } }
    expect(found([cut, { key: 'licence', outcome: 'refused' }])).to.deep.equal([
      ['cut_accepted', 'config'],
      ['refused', 'licence'],
    ])
  })

  it('name a text that was too long to be cut', () => {
    expect(found([{ ...config, cuts: null }])).to.deep.equal([['not_cut', 'config']])
  })

  it('name artifacts of a connection method that was not tried', () => {
    expect(found([config], { untried: ['config'] })).to.deep.equal([['not_tried', 'config']])
  })

  it('report a run of an agent in lab mode', () => {
    expect(found([config], { labMode: true })).to.deep.equal([['lab_mode', null]])
  })

  it('report a run without any text', () => {
    expect(found([{ key: 'licence', outcome: 'absent' }])).to.deep.equal([['nothing_accepted', null]])
  })
})
