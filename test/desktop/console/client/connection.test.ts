import { expect } from 'chai'
import { createConnection, retryMs, slowMs } from '../../../../desktop/console/client/connection.ts'

/** A connection with a clock, and a service that responds or does not. */
function aConnection() {
  let at = 1_000
  let isUp = true
  const timers = new Set<{ at: number; work: () => void }>()
  const connection = createConnection({
    now: () => at,
    later(work, ms) {
      const timer = { at: at + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  let probes = 0
  connection.probeWith(() => {
    probes += 1
    return Promise.resolve(isUp)
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...connection,
    settled,
    goDown: () => void (isUp = false),
    comeBack: () => void (isUp = true),
    probes: () => probes,
    async pass(ms: number) {
      at += ms
      for (const timer of timers) {
        if (timer.at > at) continue
        timers.delete(timer)
        timer.work()
      }
      await settled()
    },
  }
}

const request = () => new Request('http://service/api/devices')
const silent = () => Promise.reject(new TypeError('Failed to fetch'))

describe('the console’s connection state', () => {
  it('starts an outage only if a probe fails too', async () => {
    const of = aConnection()

    await of
      .watched(silent)(request())
      .catch(() => undefined)
    await of.settled()
    const afterOneFailure = of.since.value
    of.goDown()
    await of
      .watched(silent)(request())
      .catch(() => undefined)
    await of.settled()

    expect([afterOneFailure, of.since.value, of.nextTryAt.value]).to.deep.equal([undefined, 1_000, 1_000 + retryMs])
  })

  it('probes every five seconds, and calls back once when the service responds', async () => {
    const of = aConnection()
    let back = 0
    const forget = of.onBack(() => (back += 1))
    of.goDown()
    await of.suspect()

    await of.pass(retryMs)
    expect([of.since.value, of.probes(), back]).to.deep.equal([1_000, 2, 0])
    of.comeBack()
    await of.pass(retryMs)
    expect([of.since.value, of.nextTryAt.value, back]).to.deep.equal([undefined, undefined, 1])

    forget()
    of.goDown()
    await of.suspect()
    of.comeBack()
    await of.tryNow()
    expect([of.since.value, back]).to.deep.equal([undefined, 1])
  })

  it('ends an outage on any response of the service, but not on a proxy’s', async () => {
    const of = aConnection()
    of.goDown()
    await of.suspect()

    await of.watched(() => Promise.resolve(new Response('Bad gateway', { status: 502 })))(request())
    const behindProxy = of.since.value
    await of.watched(() => Promise.resolve(new Response('{}', { status: 403 })))(request())

    expect([behindProxy, of.since.value]).to.deep.equal([1_000, undefined])
  })

  it('reports a request as slow after eight seconds, until its response', async () => {
    const of = aConnection()
    const answer = Promise.withResolvers<Response>()
    const sent = of.watched(() => answer.promise)(request())

    await of.pass(slowMs - 1)
    const early = of.slowSince.value
    await of.pass(1)
    const late = of.slowSince.value
    answer.resolve(new Response('{}'))
    await sent

    expect([early, late, of.slowSince.value]).to.deep.equal([undefined, 1_000, undefined])
  })

  it('ignores a request that its page aborted', async () => {
    const of = aConnection()
    const ending = new AbortController()
    ending.abort()
    of.goDown()

    await of.watched(silent)(new Request('http://service/api', { signal: ending.signal })).catch(() => undefined) // prettier-ignore
    await of.settled()

    expect([of.probes(), of.since.value]).to.deep.equal([0, undefined])
  })
})
