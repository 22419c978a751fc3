import { expect } from 'chai'
import { type StorageSample, fullAt, growthOf } from '../../../../../service/domain/reporting/storage/forecast.ts'
import { seeded } from '../../../../support/random.ts'

const now = new Date('2026-11-21T12:00:00Z')
const dayMs = 86_400_000
const gib = 2 ** 30

/** Returns one sample a day until now; `stored` returns the value for each day from the first. */
function history(days: number, stored: (day: number) => number): StorageSample[] {
  return Array.from({ length: days }, (_, day) => ({
    sampledAt: new Date(now.getTime() - (days - 1 - day) * dayMs),
    stored: stored(day),
  }))
}

const measured = (samples: StorageSample[]) => {
  const growth = growthOf(samples, null, now)
  expect(growth.basis).to.equal('measured')
  return (growth.perDay ?? NaN) / gib
}

describe('storage growth', () => {
  it('that is steady equals the slope of the samples', () => {
    expect(measured(history(60, (day) => (100 + 3 * day) * gib))).to.equal(3)
  })

  it('from zero is measured too', () => {
    expect(measured(history(30, (day) => 2 * day * gib))).to.equal(2)
  })

  it('in weekly steps equals their average', () => {
    expect(measured(history(90, (day) => (100 + 7 * Math.floor(day / 7)) * gib))).to.be.closeTo(1, 0.05)
  })

  it('in large monthly steps equals their average', () => {
    expect(measured(history(90, (day) => (100 + 60 * Math.floor((day + 5) / 30)) * gib))).to.be.closeTo(2, 0.35)
  })

  for (const at of [2, 20, 45, 70, 87]) {
    it(`is not reversed by a purge on day ${at} of 90`, () => {
      expect(measured(history(90, (day) => (500 + 3 * day - (day >= at ? 400 : 0)) * gib))).to.equal(3)
    })

    it(`is not exaggerated by a tenant added on day ${at} of 90`, () => {
      expect(measured(history(90, (day) => (500 + 3 * day + (day >= at ? 900 : 0)) * gib))).to.be.closeTo(3, 0.01)
    })
  }

  it('is measured net of weekly sweeps', () => {
    const sawtooth = (day: number) => (300 + 10 * (day % 7) + 7 * Math.floor(day / 7)) * gib

    expect(measured(history(84, sawtooth))).to.be.closeTo(1, 0.3)
  })

  it('is measured through noise', () => {
    const random = seeded(7)
    const noisy = history(60, (day) => Math.round((1_000 + 5 * day + 20 * (random() - 0.5)) * gib))

    expect(measured(noisy)).to.be.closeTo(5, 0.25)
  })

  it('ignores one outlier', () => {
    expect(measured(history(40, (day) => (day === 25 ? 0 : 100 + 2 * day) * gib))).to.be.closeTo(2, 0.01)
  })

  it('continues across a month without samples', () => {
    const samples = history(80, (day) => (100 + 3 * day) * gib).filter((_, day) => day < 20 || day > 50)

    expect(measured(samples)).to.equal(3)
  })

  it('ignores samples of a clock that was ahead', () => {
    const ahead = { sampledAt: new Date(now.getTime() + 400 * dayMs), stored: 1 }

    expect(measured([ahead, ...history(30, (day) => (100 + day) * gib)])).to.equal(1)
  })

  it('uses the later of two samples of one day', () => {
    const samples = history(30, (day) => (100 + day) * gib)
    const earlier = samples.map(({ sampledAt }) => ({
      sampledAt: new Date(sampledAt.getTime() - 3_600_000),
      stored: 0,
    }))

    expect(measured([...samples, ...earlier])).to.equal(1)
  })

  it('is negative if stored data shrinks', () => {
    expect(measured(history(30, (day) => (500 - 4 * day) * gib))).to.equal(-4)
  })

  it('is zero without transfers', () => {
    expect(measured(history(30, () => 500 * gib))).to.equal(0)
    expect(measured(history(30, () => 0))).to.equal(0)
  })

  it('covers the last 90 days', () => {
    expect(measured(history(365, (day) => (day < 275 ? 50 * day : 13_750 + (day - 275)) * gib))).to.equal(1)
  })

  it('is not measured from seven days with few samples, or many samples of few days', () => {
    const sparse = history(30, (day) => day * gib).filter((_, day) => day % 6 === 0)
    const short = history(7, (day) => day * gib)

    for (const samples of [[], sparse, short]) {
      expect(growthOf(samples, null, now)).to.deep.equal({ perDay: null, basis: 'insufficient' })
    }
    expect(
      growthOf(
        history(8, (day) => day * gib),
        null,
        now,
      ).basis,
    ).to.equal('measured')
  })

  it('is estimated from daily transfers until it can be measured', () => {
    const growth = growthOf(
      history(3, (day) => day),
      { bytes: 20 * gib, days: 4, stayingShare: 0.6 },
      now,
    )

    expect(growth).to.deep.equal({ perDay: 3 * gib, basis: 'transferred' })
  })

  it('is not estimated from half a day of transfers', () => {
    expect(growthOf([], { bytes: gib, days: 0.5, stayingShare: 1 }, now).basis).to.equal('insufficient')
  })
})

describe('the day when the disk is full', () => {
  const by = (perDay: number) => ({ perDay, basis: 'measured' }) as const

  it('is when growth has used up the free space', () => {
    expect(fullAt(by(2 * gib), 20 * gib, now)).to.deep.equal(new Date(now.getTime() + 10 * dayMs))
    expect(fullAt(by(gib), 0, now)).to.deep.equal(now)
  })

  it('is unknown without growth, without a disk size, or if decades away', () => {
    expect(fullAt(by(0), gib, now)).to.equal(null)
    expect(fullAt(by(-gib), gib, now)).to.equal(null)
    expect(fullAt(by(gib), null, now)).to.equal(null)
    expect(fullAt({ perDay: null, basis: 'insufficient' }, gib, now)).to.equal(null)
    expect(fullAt(by(1), 10 * gib, now)).to.equal(null)
  })
})
