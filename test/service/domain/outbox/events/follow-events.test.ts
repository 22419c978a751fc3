import { setImmediate as others } from 'node:timers/promises'
import { expect } from 'chai'
import { type Following, followEvents } from '../../../../../service/domain/outbox/events/follow-events.ts'
import type { SignalListener } from '../../../../../service/store/pg-notify.ts'

/** Returns a follower without events, which counts its database queries. */
function aReader(tenantId: string | null) {
  const ending = new AbortController()
  let listener: SignalListener = () => undefined
  let asked = 0
  // the position, then the events after it
  const inTransaction = (async () => (++asked === 1 ? '0' : [])) as Following['inTransaction']
  const signals = {
    on: (_channel: string, one: SignalListener) => {
      listener = one
      return () => undefined
    },
  }
  const isStillThere = () => Promise.resolve(true)
  const following = { inTransaction, isStillThere, tenantId, signals, beatMs: 3_600_000, signal: ending.signal }
  const done = Array.fromAsync(followEvents(following, null))
  return {
    /** Returns the number of queries after this was published. */
    async askedWhen(payload: string | null) {
      for (let turn = 0; turn < 5; turn++) await others()
      const before = asked
      listener(payload)
      for (let turn = 0; turn < 5; turn++) await others()
      return asked - before
    },
    end: () => (ending.abort(), done),
  }
}

describe('an event stream', () => {
  it('queries only for events that may be visible to it', async () => {
    const [own, all] = [aReader('a'), aReader(null)]

    const ofOwn = [await own.askedWhen('b'), await own.askedWhen('platform'), await own.askedWhen('a')]
    const unknown = await own.askedWhen(null)
    const ofAll = [await all.askedWhen('b'), await all.askedWhen('platform')]

    expect(ofOwn).to.deep.equal([0, 0, 1])
    expect(unknown).to.equal(1)
    expect(ofAll).to.deep.equal([1, 1])
    expect([await own.end(), await all.end()]).to.deep.equal([[], []])
  })
})
