import { expect } from 'chai'
import { waitForWork } from '../../../../service/domain/jobs/wait-for-work.ts'
import type { SignalListener } from '../../../../service/store/signals.ts'

function signals() {
  const listeners = new Set<SignalListener>()
  return {
    on(_channel: string, listener: SignalListener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (payload: string | null) => listeners.forEach((listener) => listener(payload)),
    count: () => listeners.size,
  }
}

describe('waiting for work', () => {
  it('ends with a signal for the customer, also one that came while nobody looked', async () => {
    const told = signals()
    const waiting = waitForWork(told, 'mine', { waitMs: 60_000, gone: new AbortController().signal })
    told.tell('mine')

    const early = await waiting.next()
    const later = waiting.next()
    told.tell('another’s')
    told.tell('mine')

    expect([early, await later]).to.deep.equal([true, true])
    waiting.stop()
    expect(told.count()).to.equal(0)
  })

  it('ends with its time, with a poll, and when nobody is there any more', async () => {
    const told = signals()
    const gone = new AbortController()
    const short = waitForWork(told, 'mine', { waitMs: 1, gone: gone.signal })
    const long = waitForWork(told, 'mine', { waitMs: 60_000, gone: gone.signal, spreadMs: 1 })

    const overTime = await short.next()
    told.tell(null)
    const polled = await long.next()
    gone.abort()
    const left = await long.next()

    expect([overTime, polled, left]).to.deep.equal([false, true, false])
    short.stop()
    long.stop()
  })
})
