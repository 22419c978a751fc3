import { expect } from 'chai'
import { repeat, waitMs } from '../../../agent/link/backoff.ts'
import { NoAnswer, Refused } from '../../../agent/link/transport-error.ts'

describe('backoff', () => {
  const backoff = { floorMs: 1_000, ceilingMs: 60_000 }
  const signal = new AbortController().signal

  it('waits between the minimum and a limit that doubles up to the maximum', () => {
    const longest = [1, 2, 3, 6, 7, 100].map((attempt) => waitMs(backoff, attempt, () => 1))
    const shortest = [1, 100].map((attempt) => waitMs(backoff, attempt, () => 0))

    expect(longest).to.deep.equal([2_000, 4_000, 8_000, 60_000, 60_000, 60_000])
    expect(shortest).to.deep.equal([1_000, 1_000])
  })

  it('repeats only what may succeed later', async () => {
    const outcomes = [
      new NoAnswer('silent', ''),
      new Refused(503, {}),
      new Refused(429, {}),
      new Refused(409, { code: 'replayed' }),
    ]
    const action = async () => {
      const failure = outcomes.shift()
      if (failure) throw failure
      return 'done'
    }

    const done = await repeat(action, { floorMs: 1, ceilingMs: 2 }, signal)
    const refused = await repeat(() => Promise.reject(new Refused(409, { code: 'lease_lost' })), backoff, signal).catch(
      (error: Refused) => error.code,
    )

    expect([done, refused]).to.deep.equal(['done', 'lease_lost'])
  })

  it('stops waiting when it is aborted', async () => {
    const stop = new AbortController()
    const action = () => Promise.reject(new NoAnswer('silent', ''))

    const waiting = repeat(action, backoff, stop.signal, () => stop.abort(new Error('stopped')))

    expect(await waiting.catch((error: Error) => error.message)).to.equal('stopped')
  })
})
