import { expect } from 'chai'
import { NoAnswer } from '../../../agent/link/transport-error.ts'
import { startClaims } from '../../../agent/supervisor/claims.ts'

describe('the claim loop', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  function claiming(free: number, restores = 0) {
    const state = { free, restores, polls: [] as { claimId: string; slots: number; restores?: number }[], lost: 0 }
    const claims = startClaims({
      room: () => ({ slots: state.free, restores: state.restores }),
      fullMs: 5,
      claim: ({ claim_id: claimId, free_slots: slots, restore_slots: forRestores }, signal) =>
        new Promise((_resolve, reject) => {
          state.polls.push({ claimId, slots, restores: forRestores })
          if (state.lost-- > 0) reject(new NoAnswer('silent', 'lost'))
          signal.addEventListener('abort', () => reject(new NoAnswer('aborted', '')))
        }),
      onOffers: () => undefined,
      onRefused: () => undefined,
      onTrouble: () => undefined,
      backoff: { floorMs: 1, ceilingMs: 2 },
    })
    return { state, claims }
  }

  it('polls nothing while no slot is free, and immediately when a job ends', async () => {
    const { state, claims } = claiming(0)
    await settle()
    const before = state.polls.length

    state.free = 1
    claims.changed()
    await settle()

    expect([before, state.polls.length]).to.deep.equal([0, 1])
    claims.stop()
  })

  it('polls only for restores while no slot is free, and for all when one is', async () => {
    const { state, claims } = claiming(0, 4)
    while (state.polls.length === 0) await settle()

    state.free = 1
    claims.changed()
    await settle()
    await settle()

    expect(state.polls.map(({ slots, restores }) => [slots, restores])).to.deep.equal([
      [0, 4],
      [1, 4],
    ])
    claims.stop()
  })

  it('ends a poll early when jobs ended, and repeats a possibly lost request', async () => {
    const { state, claims } = claiming(1)
    await settle()

    state.free = 2
    claims.changed()
    await settle()
    await settle()

    expect(state.polls.map(({ slots }) => slots)).to.deep.equal([1, 2])
    expect(state.polls[0]?.claimId).to.equal(state.polls[1]?.claimId)
    claims.stop()
  })

  it('keeps a poll when one more of many slots becomes free', async () => {
    const { state, claims } = claiming(50)
    await settle()

    state.free = 51
    claims.changed()
    await settle()

    expect(state.polls).to.have.length(1)
    claims.stop()
  })
})
