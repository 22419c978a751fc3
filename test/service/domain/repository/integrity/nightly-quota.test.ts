import { expect } from 'chai'
import { createReadingPace, quotaOfTonight } from '../../../../../service/domain/repository/integrity/nightly-quota.ts'
import { seeded } from '../../../../support/random.ts'

describe('the nightly integrity quota', () => {
  it('leaves nothing unread for longer than the period, while objects come and go', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seeded(seed)
      const periodDays = 2 + Math.floor(random() * 30)
      let things = Array.from({ length: 1 + Math.floor(random() * 300) }, () => ({ size: 1 + random() * 99, night: 0 }))
      for (let night = 1; night <= 4 * periodDays; night++) {
        if (random() < 0.5) things.push({ size: 1 + random() * 99, night })
        if (random() < 0.2) things = things.filter(() => random() < 0.95)
        const total = things.reduce((sum, { size }) => sum + size, 0)
        things.sort((a, b) => a.night - b.night)
        let left = quotaOfTonight({ total, overdue: 0 }, periodDays)
        for (const thing of things) {
          if (left <= 0) break
          thing.night = night
          left -= thing.size
        }

        const oldest = Math.min(night, ...things.map((thing) => thing.night))

        expect(night - oldest, `seed ${seed}, night ${night}`).to.be.at.most(periodDays)
      }
    }
  })

  it('at most doubles after missed nights', () => {
    const even = quotaOfTonight({ total: 2900, overdue: 0 }, 30)
    const behind = quotaOfTonight({ total: 2900, overdue: 2900 }, 30)

    expect([even, behind]).to.deep.equal([100, 200])
  })

  it('is paced, and reads faster only if the night would be too short', async () => {
    const paused: number[] = []
    const pause = async (ms: number) => void paused.push(ms)
    const mebibytes = 1024 * 1024
    const gentle = createReadingPace(0, pause, () => 0)
    const hasty = createReadingPace(64 * mebibytes * 5 * 3600, pause, () => 0)

    await gentle(16 * mebibytes)
    await hasty(16 * mebibytes)

    expect(paused.map(Math.round)).to.deep.equal([500, 250])
  })
})
