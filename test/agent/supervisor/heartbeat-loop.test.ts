import { mock } from 'node:test'
import { expect } from 'chai'
import { Refused } from '../../../agent/link/transport-error.ts'
import { startHeartbeatLoop } from '../../../agent/supervisor/heartbeat-loop.ts'

const everyMs = 15_000

describe('heartbeats to an unavailable service', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  /** Advances the time in steps of 10 ms, and calls `onStep` at each. */
  async function pass(ms: number, onStep: (at: number) => void) {
    for (let at = 0; at <= ms; at += 10) {
      onStep(at)
      mock.timers.tick(10)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  it('are repeated soon after a failure, then at most every half interval, until accepted', async () => {
    const sentAt: number[] = []
    let now = 0
    let isAway = true
    const heartbeatLoop = startHeartbeatLoop({
      everyMs,
      send: async () => {
        sentAt.push(now)
        if (isAway) throw new Refused(503, { code: 'database_unavailable' })
        return { leases: [], drain: false }
      },
      beatFor: () => ({ leases: [], dropped: [] }),
      onAnswer: () => undefined,
      onRefused: () => undefined,
      onTrouble: () => undefined,
      now: () => now,
    })

    await pass(60_000, (at) => (now = at))
    const gaps = sentAt.slice(1).map((at, beat) => at - (sentAt[beat] ?? 0))
    isAway = false
    const before = sentAt.length
    await pass(10_000, (at) => (now = 60_000 + at))
    heartbeatLoop.stop()

    expect(gaps[0]).to.be.within(0.8 * (everyMs / 8), 1.2 * (everyMs / 8) + 20)
    for (const gap of gaps.slice(2)) expect(gap).to.be.within(0.8 * (everyMs / 2), 1.2 * (everyMs / 2) + 20)
    expect(sentAt.length).to.be.above(before)
  })
})
