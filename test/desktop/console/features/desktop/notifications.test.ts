import { expect } from 'chai'
import type { LiveEvent } from '../../../../../desktop/console/client/follow-events.ts'
import { gathered } from '../../../../../desktop/console/features/desktop/gathered.ts'
import { notificationOf } from '../../../../../desktop/console/features/desktop/notifications.ts'

const device = { id: 'd', name: 'core-1', site: '', platform: 'netco_iosxe', tags: [] }
const quiet = { id: 'e', type: 'agent.offline', severity: 'warning', at: '', tenant_id: null, device: null, agent: null, data: {} } as LiveEvent // prettier-ignore

describe('a click on a notification', () => {
  const routeOf = (event: object) => notificationOf([{ ...quiet, ...event } as LiveEvent], (word) => word).route

  it('opens the event, where it is acknowledged, or the object of one that needs no attention', () => {
    expect(routeOf({ type: 'device.stale', device })).to.equal('/events/e')
    expect(routeOf({ type: 'storage.low', severity: 'critical' })).to.equal('/events/e')
    expect(routeOf({ type: 'device.recovered', device, severity: 'info' })).to.equal('/devices/d')
    expect(routeOf({ type: 'run.changed', device, severity: 'info', data: { run_id: 'r' } })).to.equal('/runs/r')
  })
})

describe('repeated desktop notifications', () => {
  const failed = (id: string) => ({ ...quiet, id, type: 'run.failed', device }) as LiveEvent
  let clock: { timers: { at: number; run: () => void }[]; now: number }
  let real: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
  beforeEach(() => {
    clock = { timers: [], now: 0 }
    real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms: number) => clock.timers.push({ at: clock.now + ms, run }),
      clearTimeout: (at: number) => (clock.timers[at - 1]!.run = () => undefined),
    })
  })
  afterEach(() => Object.assign(globalThis, real))

  function pass(seconds: number) {
    clock.now += seconds * 1000
    for (const timer of clock.timers.filter(({ at }) => at <= clock.now)) {
      timer.at = Infinity
      timer.run()
    }
  }

  it('are sent immediately, then in batches with growing delays, and immediately again after a pause', () => {
    const sent: string[] = []
    const { hear } = gathered((events) => sent.push(events.map(({ id }) => id).join()))

    hear(failed('a'))
    hear(failed('b'))
    hear({ ...quiet, id: 'other' })
    hear(failed('c'))
    expect(sent).to.deep.equal(['a', 'other'])
    pass(10)
    hear(failed('d'))
    pass(10)
    expect(sent).to.deep.equal(['a', 'other', 'b,c'])
    pass(10)
    expect(sent.at(-1)).to.equal('d')
    pass(40)
    hear(failed('e'))
    expect(sent).to.deep.equal(['a', 'other', 'b,c', 'd', 'e'])
  })

  it('stop when the listener is gone', () => {
    const sent: number[] = []
    const { hear, stop } = gathered((events) => sent.push(events.length))

    hear(failed('a'))
    hear(failed('b'))
    stop()
    pass(60)

    expect(sent).to.deep.equal([1])
  })

  it('are summarised by their number, and open the list', () => {
    const several = notificationOf([failed('a'), failed('b')], (word, values) => `${word} ${values?.n ?? ''}`.trim())

    expect(several).to.deep.equal({
      title: 'Coffer',
      body: 'several 2',
      route: '/events?type=run.failed',
      urgent: true,
    })
  })
})
