import { expect } from 'chai'
import type { PairSide } from '../../../../../service/domain/repository/pairs/find-sides.ts'
import { planComparison } from '../../../../../service/domain/repository/pairs/plan-comparison.ts'

const side = (changes: Partial<PairSide> = {}): PairSide => ({
  ...{ name: 'fw1', decommissioned: false, version_id: 'v', kind: 'text', size_bytes: 100, suspicious: false },
  ...changes,
})
const reasonOf = (changes: Partial<PairSide>) => {
  const plan = planComparison({ first: side(), second: side({ name: 'fw2', ...changes }) }, 'running-config', 1_000)
  return plan.kind === 'unknown' ? plan.reason : null
}

describe('the plan to compare a pair', () => {
  it('names the version of each device', () => {
    const plan = planComparison({ first: side(), second: side({ version_id: 'w' }) }, 'running-config', 1_000)

    expect(plan).to.deep.equal({ kind: 'compare', firstVersionId: 'v', secondVersionId: 'w' })
  })

  it('is the reason why a device cannot be compared', () => {
    expect(reasonOf({ decommissioned: true })?.code).to.equal('pair_device_decommissioned')
    expect(reasonOf({ version_id: null })?.params).to.deep.equal({ device: 'fw2', key: 'running-config' })
    expect(reasonOf({ kind: 'blob' })?.code).to.equal('pair_without_text')
    expect(reasonOf({ suspicious: true })?.code).to.equal('pair_version_suspicious')
    expect(reasonOf({ size_bytes: 1_001 })?.params).to.deep.equal({ device: 'fw2', size: 1_001, limit: 1_000 })
    expect(reasonOf({ size_bytes: 1_000 })).to.equal(null)
  })
})
