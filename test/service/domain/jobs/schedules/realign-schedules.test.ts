import { expect } from 'chai'
import { realignSchedules } from '../../../../../service/domain/jobs/schedules/realign-schedules.ts'

const second = 1_000
const hour = 3_600_000

describe('the realignment of schedules', () => {
  let wall = 0
  let steady = 0
  let aligned = 0
  let look: () => Promise<number>
  beforeEach(() => {
    aligned = 0
    look = realignSchedules({ wallMs: () => wall, steadyMs: () => steady }, () => Promise.resolve((aligned += 1)))
  })

  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5 * second) {
      wall += 5 * second
      steady += 5 * second
      await look()
    }
  }

  it('runs at the start and every hour', async () => {
    await look()
    await pass(3 * hour)

    expect(aligned).to.equal(4)
  })

  for (const [what, ms] of Object.entries({
    'set ahead': 365 * 24 * hour,
    'set back': -hour,
    'paused by sleep': 2 * hour,
  })) {
    it(`runs immediately when the clock is ${what}`, async () => {
      await look()
      await pass(60 * second)
      wall += ms
      await look()
      await look()

      expect(aligned).to.equal(2)
    })
  }

  it('is retried when it failed', async () => {
    const failing = realignSchedules({ wallMs: () => wall, steadyMs: () => steady }, () => {
      aligned += 1
      return aligned === 1 ? Promise.reject(new Error('away')) : Promise.resolve(7)
    })
    await failing().catch(() => undefined)

    expect([await failing(), await failing()]).to.deep.equal([7, 0])
  })
})
