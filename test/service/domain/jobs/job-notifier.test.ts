import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { type Waiting, createJobNotifier } from '../../../../service/domain/jobs/job-notifier.ts'
import type { SignalListener } from '../../../../service/store/pg-notify.ts'

describe('the job notifier', () => {
  /** @param slowMs by default longer than any test */
  function aBell(due: string[] = [], slowMs = 60_000) {
    const listeners: Record<string, SignalListener> = {}
    let asked = 0
    const signals = {
      on(channel: string, listener: SignalListener) {
        listeners[channel] = listener
        return () => undefined
      },
    }
    const findDue = async () => {
      asked += 1
      return due
    }
    const bell = createJobNotifier(signals, findDue, slowMs)
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
    const { bell, tell, asked } = aBell(['mine', 'third'])
    const waiting = [bell.wait(mine, long), bell.wait({ tenantId: 'third', agentId: 'third' }, long)]
    const idle = bell.wait({ tenantId: 'another’s', agentId: 'other' }, { ...long, waitMs: 1 })

    const woken = waiting.map((one) => one.next())
    tell(null)

    expect(await Promise.all(woken)).to.deep.equal(['work', 'work'])
    expect([await idle.next(), asked()]).to.deep.equal(['over', 1])
    for (const one of [...waiting, idle]) one.stop()
    tell(null)
    expect(asked()).to.equal(1)
  })

  /** A poll that claims after each wake-up until `claim` returns true. */
  async function claimWhenWoken(waiting: Waiting, claim: () => boolean | Promise<boolean>): Promise<void> {
    while ((await waiting.next()) === 'work' && !(await claim())) continue
    waiting.stop()
  }

  it('wakes the longest waiting poll, and no other if it takes the only job', async () => {
    const due = ['mine']
    const { bell, tell, asked } = aBell(due)
    const woken: number[] = []
    const many = Array.from({ length: 100 }, () => bell.wait(mine, long))
    const claims = many.map((one, at) => claimWhenWoken(one, () => woken.push(at) > 0 && due.pop() !== undefined))

    tell('mine')
    await claims[0]
    await pause(1)

    expect([woken, asked()]).to.deep.equal([[0], 1])
    for (const one of many) one.stop()
  })

  it('wakes twice as many polls each time while the job remains, as soon as the former ones have ended', async () => {
    const { bell, tell, asked } = aBell(['mine'])
    const woken: number[] = []
    const many = Array.from({ length: 7 }, () => bell.wait(mine, long))
    const slow = Promise.withResolvers<boolean>()
    const askedAt: number[] = []
    many.forEach(
      (one, at) =>
        void claimWhenWoken(one, () => {
          woken.push(at)
          askedAt.push(asked())
          return at === 2 && slow.promise
        }),
    )

    tell('mine')
    while (woken.length < 3) await pause(1)
    await pause(5)
    const whileClaiming = woken.length
    slow.resolve(false)
    while (woken.length < 7) await pause(1)

    expect(whileClaiming).to.equal(3)
    expect(woken).to.deep.equal([0, 1, 2, 3, 4, 5, 6])
    expect(askedAt).to.deep.equal([0, 1, 1, 2, 2, 2, 2])
    for (const one of many) one.stop()
  })

  it('does not wait long for a poll that is slow to claim', async () => {
    const { bell, tell } = aBell(['mine'], 1)
    const [slow, other] = [bell.wait(mine, long), bell.wait(mine, long)]

    tell('mine')
    await slow.next()

    expect(await other.next()).to.equal('work')
    for (const one of [slow, other]) one.stop()
  })

  it('wakes the next poll if the woken one ends without a claim', async () => {
    const { bell, tell } = aBell(['mine'])
    const gone = new AbortController()
    const [leaving, other] = [bell.wait(mine, { ...long, gone: gone.signal }), bell.wait(mine, long)]

    tell('mine')
    gone.abort()
    const why = await leaving.next()
    leaving.stop()

    expect([why, await other.next()]).to.deep.equal(['over', 'work'])
    other.stop()
  })

  it('wakes all agents eventually if none takes the job', async () => {
    const { bell, tell } = aBell(['mine'])
    const many = Array.from({ length: 100 }, (_, at) => bell.wait({ ...mine, agentId: `agent-${at}` }, long))
    const woken = new Set<number>()
    many.forEach((one, at) => void claimWhenWoken(one, () => woken.add(at) === null))

    tell('mine')
    while (woken.size < 100) await pause(1)

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
