import { mock } from 'node:test'
import { expect } from 'chai'
import { createPinia, setActivePinia } from 'pinia'
import { effectScope, nextTick, shallowRef } from 'vue'
import { type EventType, useLiveStream } from '../../../../../desktop/console/client/live.ts'
import type { LiveEvent } from '../../../../../desktop/console/client/follow-events.ts'
import { useNightRefresh } from '../../../../../desktop/console/features/runs/useNightRefresh.ts'

const period = { since: new Date('2026-11-20T20:00:00Z'), until: new Date('2026-11-21T08:00:00Z') }

describe('the displayed night', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document')
  beforeEach(() => {
    Object.defineProperty(globalThis, 'document', {
      value: Object.assign(new EventTarget(), { hidden: false }),
      configurable: true,
    })
    mock.timers.enable({ apis: ['setTimeout'] })
  })
  afterEach(() => {
    mock.timers.reset()
    if (before) Object.defineProperty(globalThis, 'document', before)
    else Reflect.deleteProperty(globalThis, 'document')
  })

  /** The refreshes of a page that shows the night, at a time that a test changes. */
  function aNight(at: string) {
    setActivePinia(createPinia())
    const now = shallowRef(new Date(at))
    let reads = 0
    const scope = effectScope()
    scope.run(() =>
      useNightRefresh(
        now,
        () => period,
        () => Promise.resolve(void (reads += 1)),
      ),
    )
    return {
      scope,
      reads: () => reads,
      async timeIs(later: string) {
        now.value = new Date(later)
        await nextTick()
      },
      hears(type: EventType) {
        for (const listener of useLiveStream().listeners) listener({ type } as LiveEvent)
        mock.timers.tick(5_000)
      },
    }
  }

  it('is read again while it lasts, with the time and after events of runs, and once after its end', async () => {
    const { scope, reads, timeIs, hears } = aNight('2026-11-21T07:58:00Z')

    hears('run.failed')
    const afterEvent = reads()
    hears('storage.low')
    const afterOther = reads()
    await timeIs('2026-11-21T07:59:00Z')
    const afterTime = reads()
    await timeIs('2026-11-21T08:00:01Z')
    const afterEnd = reads()
    await timeIs('2026-11-21T08:01:00Z')
    hears('run.failed')

    expect([afterEvent, afterOther, afterTime, afterEnd, reads()]).to.deep.equal([1, 1, 2, 3, 3])
    scope.stop()
  })

  it('is not read again when it is over, or while the page is hidden', async () => {
    const past = aNight('2026-11-22T00:00:00Z')
    past.hears('run.failed')
    await past.timeIs('2026-11-22T00:01:00Z')
    past.scope.stop()
    const hidden = aNight('2026-11-21T00:00:00Z')
    Object.assign(document, { hidden: true })
    hidden.hears('run.failed')
    await hidden.timeIs('2026-11-21T00:01:00Z')

    expect([past.reads(), hidden.reads()]).to.deep.equal([0, 0])
    hidden.scope.stop()
  })

  it('is read once when the page is shown again, also if it ended while the page was hidden', async () => {
    const { scope, reads, timeIs } = aNight('2026-11-21T07:59:00Z')
    Object.assign(document, { hidden: true })
    await timeIs('2026-11-21T07:59:30Z')
    await timeIs('2026-11-21T08:00:30Z')
    await timeIs('2026-11-21T09:00:00Z')
    const whileHidden = reads()

    Object.assign(document, { hidden: false })
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))

    expect([whileHidden, reads()]).to.deep.equal([0, 1])
    scope.stop()
  })
})
