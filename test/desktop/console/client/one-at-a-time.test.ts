import { expect } from 'chai'
import { oneAtATime } from '../../../../desktop/console/client/one-at-a-time.ts'

describe('reloads of a page, one at a time', () => {
  /** Readings that end when they are answered, and a clock that is moved by hand. */
  function aReading() {
    const timers: (() => void)[] = []
    const under: (() => void)[] = []
    let begun = 0
    const reading = oneAtATime(
      () => {
        begun += 1
        return new Promise<void>((done) => under.push(done))
      },
      800,
      (work) => {
        timers.push(work)
        return () => void timers.splice(timers.indexOf(work), 1)
      },
    )
    return {
      ...reading,
      begun: () => begun,
      waiting: () => timers.length,
      settle: () => timers.shift()?.(),
      async answered() {
        under.shift()?.()
        await new Promise((settled) => setImmediate(settled))
      },
    }
  }

  it('are merged for many events, and end however many follow', async () => {
    const page = aReading()
    for (let event = 0; event < 5; event += 1) page.ask()
    expect([page.begun(), page.waiting()]).to.deep.equal([0, 1])
    page.settle()

    for (let event = 0; event < 5; event += 1) page.ask()

    expect([page.begun(), page.waiting()]).to.deep.equal([1, 0])
    await page.answered()
    expect([page.begun(), page.waiting()]).to.deep.equal([1, 1])
    page.settle()
    await page.answered()
    expect([page.begun(), page.waiting()]).to.deep.equal([2, 0])
  })

  it('stop when the user leaves the page', async () => {
    const page = aReading()
    page.ask()
    page.end()
    expect(page.waiting()).to.equal(0)

    const other = aReading()
    other.ask()
    other.settle()
    other.ask()
    other.end()
    await other.answered()
    expect([other.begun(), other.waiting()]).to.deep.equal([1, 0])
  })
})
