import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { createJobNotifier } from '../../../../service/domain/jobs/job-notifier.ts'
import type { SignalListener } from '../../../../service/store/pg-notify.ts'

describe('the job notifier', () => {
  function aBell(due: string[] = []) {
    const listeners: Record<string, SignalListener> = {}
    let asked = 0
    const signals = {
      on(channel: string, listener: SignalListener) {
        listeners[channel] = listener
        return () => undefined
      },
    }
    const bell = createJobNotifier(signals, async () => {
      asked += 1
      return due
    })
    return {
      bell,
      tell: (payload: string | null) => listeners['jobs']?.(payload),
      notifyAgent: (payload: string | null) => listeners['agents']?.(payload),
      asked: () => asked,
    }
  }

  const mine = { tenantId: 'mine', agentId: 'north' }
  const long = { waitMs: 60_000, gone: new AbortController().signal }

  it('wakes an agent on a signal for its tenant, including an earlier one', async () => {
    const { bell, tell } = aBell()
    const waiting = bell.wait(mine, long)
    tell('mine')

    const early = await waiting.next()
    const later = waiting.next()
    tell('another’s')
    tell('mine')

    expect([early, await later]).to.deep.equal(['work', 'work'])
    waiting.stop()
  })

  it('queries once for all waiting agents after a possible gap, and wakes those with jobs', async () => {
    const { bell, tell, asked } = aBell(['mine'])
    const waiting = [bell.wait(mine, long), bell.wait(mine, long)]
    const idle = bell.wait({ tenantId: 'another’s', agentId: 'other' }, { ...long, waitMs: 1 })

    const woken = waiting.map((one) => one.next())
    tell(null)

    expect(await Promise.all(woken)).to.deep.equal(['work', 'work'])
    expect([await idle.next(), asked()]).to.deep.equal(['over', 1])
    for (const one of [...waiting, idle]) one.stop()
    tell(null)
    expect(asked()).to.equal(1)
  })

  it('wakes few of many agents for one job, longest waiting first, others while jobs remain', async () => {
    const due = ['mine']
    const { bell, tell, asked } = aBell(due)
    const woken: number[] = []
    const many = Array.from({ length: 100 }, () => bell.wait(mine, long))
    many.forEach((one, at) => void one.next().then(() => woken.push(at)))

    tell('mine')
    await pause(1)
    const atOnce = [...woken]
    while (asked() < 2) await pause(5)
    await pause(1)
    const whileDue = woken.length
    due.pop()
    while (asked() < 3) await pause(5)
    await pause(100)

    expect(atOnce).to.deep.equal([0, 1])
    expect(whileDue).to.be.within(6, 14)
    expect([woken.length < 100, asked()]).to.deep.equal([true, 3])
    for (const one of many) one.stop()
  })

  it('wakes all agents eventually if none takes the job', async () => {
    const { bell, tell } = aBell(['mine'])
    const many = Array.from({ length: 100 }, (_, at) => bell.wait({ ...mine, agentId: `agent-${at}` }, long))
    const all = Promise.all(many.map((one) => one.next()))

    tell('mine')

    expect(new Set(await all)).to.deep.equal(new Set(['work']))
    for (const one of many) one.stop()
  })

  it('ends a wait at its timeout, and when the client disconnects', async () => {
    const { bell } = aBell()
    const gone = new AbortController()
    const short = bell.wait(mine, { waitMs: 1, gone: gone.signal })
    const left = bell.wait(mine, { waitMs: 60_000, gone: gone.signal })

    const overTime = await short.next()
    gone.abort()

    expect([overTime, await left.next()]).to.deep.equal(['over', 'over'])
    short.stop()
    left.stop()
  })

  it('ends a wait when the agent itself changes, but not for another agent', async () => {
    const { bell, notifyAgent } = aBell()
    const [north, south] = [bell.wait(mine, long), bell.wait({ ...mine, agentId: 'south' }, { ...long, waitMs: 1 })]

    notifyAgent(null)
    notifyAgent('north')

    expect([await north.next(), await south.next()]).to.deep.equal(['agent', 'over'])
    north.stop()
    south.stop()
  })
})
