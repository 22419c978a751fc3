import { expect } from 'chai'
import { createFailureBudget } from '../../../../../service/domain/kernel/limits/failure-budget.ts'

describe('a failure budget', () => {
  let now = 0
  const budget = (remembered = 10) => createFailureBudget({ perMinute: 4, remembered }, () => now)
  const failTimes = (own: ReturnType<typeof budget>, owner: string, times: number) => {
    for (let failed = 0; failed < times; failed++) own.count(owner)
  }

  it('allows a number at once, then one per share of the minute', () => {
    const own = budget()
    failTimes(own, 'a', 3)
    const before = own.waitMs('a')
    own.count('a')
    const after = own.waitMs('a')
    now += 14_999
    const early = own.waitMs('a')
    now += 1

    expect([before, after, early, own.waitMs('a')]).to.deep.equal([0, 15_000, 1, 0])
  })

  it('is separate for each owner, and full again after a minute without failures', () => {
    const own = budget()
    failTimes(own, 'a', 1_000)
    const [spent, other] = [own.waitMs('a'), own.waitMs('b')]
    now += 75_000
    failTimes(own, 'a', 3)

    expect([spent, other, own.waitMs('a')]).to.deep.equal([30_000, 0, 0])
  })

  it('drops the oldest owner when it has too many', () => {
    const own = budget(2)
    for (const owner of ['a', 'b', 'a', 'c']) failTimes(own, owner, 5)

    expect([own.waitMs('b'), own.waitMs('a') > 0, own.waitMs('c') > 0]).to.deep.equal([0, true, true])
  })
})
