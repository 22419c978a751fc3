import { expect } from 'chai'
import { effectiveRestore } from '../../../../service/domain/policies/restore/effective-restore.ts'
import { effectiveRetention } from '../../../../service/domain/policies/retention/effective-retention.ts'
import { decidePosture, faultOfPosture } from '../../../../service/domain/policies/posture/effective-posture.ts'
import type { RetentionRule } from '../../../../service/domain/policies/retention/guards.ts'

describe('a policy with levels', () => {
  it('allows a restore only if every level does, names the first that denies, and denies by default', () => {
    const [a, d] = ['allow', 'deny'] as const
    const table = [
      // platform, tenant, device: the effective value, and its level
      [null, null, null, 'deny', 'default'],
      [null, a, a, 'deny', 'default'],
      [d, null, null, 'deny', 'platform'],
      [d, a, a, 'deny', 'platform'],
      [d, d, d, 'deny', 'platform'],
      [a, null, null, 'allow', 'platform'],
      [a, d, null, 'deny', 'customer'],
      [a, d, a, 'deny', 'customer'],
      [a, null, d, 'deny', 'device'],
      [a, a, d, 'deny', 'device'],
      [a, d, d, 'deny', 'customer'],
      [a, a, null, 'allow', 'customer'],
      [a, null, a, 'allow', 'device'],
      [a, a, a, 'allow', 'device'],
    ] as const
    for (const [platform, customer, device, value, decidedBy] of table) {
      const answer = effectiveRestore({ platform, customer, device })

      expect(answer, `${platform}, ${customer}, ${device}`).to.deep.equal({ value, decidedBy })
    }
  })

  it('trusts on first use only if the platform allows it and no lower level is strict', () => {
    const [t, s] = ['tofu', 'strict'] as const
    const table = [
      [null, null, null, 'strict', 'default'],
      [null, t, t, 'strict', 'default'],
      [s, t, t, 'strict', 'platform'],
      [t, null, null, 'tofu', 'platform'],
      [t, t, null, 'tofu', 'customer'],
      [t, null, t, 'tofu', 'device'],
      [t, s, null, 'strict', 'customer'],
      [t, s, t, 'strict', 'customer'],
      [t, null, s, 'strict', 'device'],
      [t, t, s, 'strict', 'device'],
    ] as const
    for (const [platform, customer, device, value, decidedBy] of table) {
      const answer = decidePosture({ platform, customer, device })

      expect(answer, `${platform}, ${customer}, ${device}`).to.deep.equal({ value, decidedBy })
    }
  })

  it('can be tightened at a lower level but not loosened, and names the strict level', () => {
    const strictTenant = { platform: 'tofu', customer: 'strict', device: 'tofu' } as const
    const strictPlatform = { platform: 'strict', customer: 'tofu', device: 'tofu' } as const
    const open = { platform: 'tofu', customer: null, device: 'tofu' } as const

    expect(faultOfPosture(strictTenant, 'device')?.params.above).to.equal('customer')
    expect(faultOfPosture(strictPlatform, 'device')?.params.above).to.equal('platform')
    expect(faultOfPosture(strictPlatform, 'customer')?.params.above).to.equal('platform')
    expect(faultOfPosture({ ...strictPlatform, platform: null }, 'customer')?.params.above).to.equal('platform')
    expect(faultOfPosture(open, 'device')).to.equal(null)
    expect(faultOfPosture({ ...open, device: 'strict' }, 'device')).to.equal(null)
    expect(faultOfPosture({ ...strictPlatform, platform: 'tofu' }, 'platform')).to.equal(null)
    expect(faultOfPosture({ ...strictTenant, device: null }, 'device')).to.equal(null)
  })

  it('retains by the nearest level that has a value, separately for each value', () => {
    const rule = (keepDays: number | null, keepLast: number | null): RetentionRule => ({ keepDays, keepLast })
    const table = [
      [null, null, null, [730, 'default'], [30, 'default']],
      [rule(400, null), null, null, [400, 'platform'], [30, 'default']],
      [rule(400, 10), rule(null, 5), null, [400, 'platform'], [5, 'customer']],
      [rule(400, 10), rule(null, 5), rule(90, null), [90, 'device'], [5, 'customer']],
      [rule(400, 10), null, rule(90, 3), [90, 'device'], [3, 'device']],
      [null, rule(1000, 60), rule(null, null), [1000, 'customer'], [60, 'customer']],
    ] as const
    for (const [platform, customer, device, days, last] of table) {
      const { keepDays, keepLast } = effectiveRetention({ platform, customer, device, now: new Date() })

      expect([keepDays.value, keepDays.decidedBy]).to.deep.equal(days)
      expect([keepLast.value, keepLast.decidedBy]).to.deep.equal(last)
    }
  })
})
