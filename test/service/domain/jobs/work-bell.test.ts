import { expect } from 'chai'
import { createWorkBell } from '../../../../service/domain/jobs/work-bell.ts'
import type { SignalListener } from '../../../../service/store/signals.ts'

describe('waiting for work', () => {
  function aBell(due: string[] = []) {
    let tell: SignalListener = () => undefined
    let asked = 0
    const signals = {
      on(_channel: string, listener: SignalListener) {
        tell = listener
        return () => undefined
      },
    }
    const bell = createWorkBell(signals, async () => {
      asked += 1
      return due
    })
    return { bell, tell: (payload: string | null) => tell(payload), asked: () => asked }
  }

  const long = { waitMs: 60_000, gone: new AbortController().signal }

  it('ends with a signal for the customer, also one that came while nobody looked', async () => {
    const { bell, tell } = aBell()
    const waiting = bell.wait('mine', long)
    tell('mine')

    const early = await waiting.next()
    const later = waiting.next()
    tell('another’s')
    tell('mine')

    expect([early, await later]).to.deep.equal([true, true])
    waiting.stop()
  })

  it('asks once for all who wait when a signal may have been missed, and wakes those who have work', async () => {
    const { bell, tell, asked } = aBell(['mine'])
    const waiting = [bell.wait('mine', long), bell.wait('mine', long)]
    const idle = bell.wait('another’s', { ...long, waitMs: 1 })

    const woken = waiting.map((one) => one.next())
    tell(null)

    expect(await Promise.all(woken)).to.deep.equal([true, true])
    expect([await idle.next(), asked()]).to.deep.equal([false, 1])
    for (const one of [...waiting, idle]) one.stop()
    tell(null)
    expect(asked()).to.equal(1)
  })

  it('ends with its time, and when nobody is there any more', async () => {
    const { bell } = aBell()
    const gone = new AbortController()
    const short = bell.wait('mine', { waitMs: 1, gone: gone.signal })
    const left = bell.wait('mine', { waitMs: 60_000, gone: gone.signal })

    const overTime = await short.next()
    gone.abort()

    expect([overTime, await left.next()]).to.deep.equal([false, false])
    short.stop()
    left.stop()
  })
})
