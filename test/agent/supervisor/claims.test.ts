import { expect } from 'chai'
import { NoAnswer } from '../../../agent/link/no-answer.ts'
import { startClaims } from '../../../agent/supervisor/claims.ts'

describe('claiming', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  function claiming(free: number) {
    const state = { free, polls: [] as { claimId: string; slots: number }[], lost: 0 }
    const claims = startClaims({
      freeSlots: () => state.free,
      claim: ({ claim_id: claimId, free_slots: slots }, signal) =>
        new Promise((_resolve, reject) => {
          state.polls.push({ claimId, slots })
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

  it('asks for nothing while no slot is free, and at once when a job ends', async () => {
    const { state, claims } = claiming(0)
    await settle()
    const before = state.polls.length

    state.free = 1
    claims.changed()
    await settle()

    expect([before, state.polls.length]).to.deep.equal([0, 1])
    claims.stop()
  })

  it('ends a poll early when jobs ended meanwhile, and repeats the question it may have lost', async () => {
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

  it('does not end a poll for one slot more among many', async () => {
    const { state, claims } = claiming(50)
    await settle()

    state.free = 51
    claims.changed()
    await settle()

    expect(state.polls).to.have.length(1)
    claims.stop()
  })
})
