import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Exchange } from '../../../agent/link/exchange.ts'
import { Refused } from '../../../agent/link/transport-error.ts'
import { sealSnmpUsers, type SnmpUser } from '../../../shared/agent-protocol/snmp-users.ts'
import { makeRepositoryKeys } from '../../../shared/repository/seal.ts'
import type { ToListener } from '../../../agent/listeners/listener-messages.ts'
import { createListenerRun, type ListenerSession } from '../../../agent/listeners/run-listeners.ts'

const list = { tag: 'first', listeners: { syslog_udp: 5514 }, devices: [], platforms: {} }

const keys = await makeRepositoryKeys()

describe('the listeners of an agent', () => {
  let at: number
  let threads: FakeThread[]
  let log: string[]

  beforeEach(() => {
    at = 0
    threads = []
    log = []
  })

  const run = () =>
    createListenerRun({
      spawn() {
        const thread = new FakeThread()
        threads.push(thread)
        return thread as unknown as Worker
      },
      log: (_level, line) => void log.push(line),
      steadyMs: () => at,
    })
  const changeOf = (user: string) => ({
    device_id: user,
    protocol: 'syslog_udp' as const,
    received_at: '2026-11-28T12:00:00Z',
    ...{ user, from: null },
  })

  it('get the list again after their thread ended while it was read', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const listeners = run()
    listeners.follow(
      'then',
      sessionOf(() => promise),
    )
    threads[0]?.emit('exit')
    resolve(list)
    await turn()
    listeners.follow(
      'then',
      sessionOf(() => Promise.resolve(list)),
    )
    await turn()

    expect(threads[1]?.received).to.deep.equal([{ type: 'watch', list, users: [], knowsUsers: false }])
  })

  it('open the users of SNMPv3 that are sealed to this session, and no others', async () => {
    const users: SnmpUser[] = [
      { name: 'traps', level: 'authNoPriv', auth_protocol: 'sha1', auth_password: 'a-Secret-1' },
    ]
    const place = { tenantId: 'tenant', agentId: 'agent', sessionId: 'session' }
    const sealed = async (sessionId: string) => {
      const bytes = await sealSnmpUsers(keys.publicKey, { ...place, sessionId }, users)
      return { ...list, snmp_users: bytes.toString('base64') }
    }
    const listeners = run()
    for (const sessionId of ['another', 'session']) {
      const answer = await sealed(sessionId)
      listeners.follow(
        sessionId,
        sessionOf(() => Promise.resolve(answer)),
      )
      await pause(10)
    }

    const earlier = { ...list, tag: 'of an earlier release' }
    listeners.follow(
      'later',
      sessionOf(() => Promise.resolve(earlier)),
    )
    await turn()

    expect(threads[0]?.received).to.deep.equal([
      { type: 'watch', list, users, knowsUsers: true },
      { type: 'watch', list: earlier, users, knowsUsers: false },
    ])
    expect(log.filter((line) => line.includes('does not open'))).to.have.length(1)
  })

  it('report each change alone when the service refuses them together, and drop those it refuses', async () => {
    const accepted: string[] = []
    const listeners = run()
    listeners.follow(
      'then',
      sessionOf((path, body) => {
        if (path.endsWith('watch-list')) return Promise.resolve(list)
        const users = body.changes.map(({ user }) => user)
        if (users.includes('invalid')) return Promise.reject(new Refused(400, {}))
        accepted.push(...users)
        return Promise.resolve(undefined)
      }),
    )
    threads[0]?.emit('message', { listeners: [], warnings: [], changes: ['anna', 'invalid', 'bruno'].map(changeOf) })
    await turn()
    await turn()

    expect(accepted).to.deep.equal(['anna', 'bruno'])
    expect(threads[0]?.received.filter(({ type }) => type === 'rejected')).to.deep.equal([])
  })

  it('keep changes while the service is down, and ask it less and less often', async () => {
    let requests = 0
    const listeners = run()
    listeners.follow(
      'then',
      sessionOf((path) => {
        if (path.endsWith('watch-list')) return Promise.resolve(list)
        requests += 1
        return Promise.reject(new Error('no connection'))
      }),
    )
    for (; at < 300_000; at += 1_000) {
      threads[0]?.emit('message', { listeners: [], warnings: [], changes: [changeOf('anna')] })
      await turn()
    }

    expect(requests).to.be.within(5, 12)
    expect(threads[0]?.received.filter(({ type }) => type === 'rejected')).to.have.length(300)
    expect(log.filter((line) => line.includes('again later'))).to.have.length(1)
  })

  it('start again when their thread has not reported for three minutes', async () => {
    const listeners = run()
    const session = sessionOf(() => Promise.resolve(list))
    const followAt = async (ms: number) => {
      at = ms
      listeners.follow('then', session)
      await turn()
    }
    await followAt(0)
    await followAt(170_000)
    threads[0]?.emit('message', { listeners: [], warnings: [], changes: [] })
    await followAt(349_999)
    const before = threads.length
    await followAt(350_000)

    expect([before, threads.map(({ isEnded }) => isEnded)]).to.deep.equal([1, [true, false]])
    expect(threads[1]?.received).to.deep.equal([{ type: 'watch', list, users: [], knowsUsers: false }])
    expect(log).to.include('the listeners do not respond and are started again')
  })

  it('are read again with the next heartbeat when a read fails', async () => {
    let reads = 0
    const listeners = run()
    const failing = sessionOf(() => {
      reads += 1
      return Promise.reject(new Error('no connection'))
    })
    listeners.follow(
      'then',
      sessionOf(() => Promise.resolve(list)),
    )
    await turn()
    for (at = 15_000; at <= 60_000; at += 15_000) {
      listeners.follow('later', failing)
      await turn()
    }

    expect(reads).to.equal(4)
  })

  it('end when the service wants none', () => {
    const listeners = run()
    listeners.follow(
      'then',
      sessionOf(() => Promise.resolve(list)),
    )
    listeners.follow(
      null,
      sessionOf(() => Promise.resolve(list)),
    )

    expect(threads.map(({ isEnded }) => isEnded)).to.deep.equal([true])
  })
})

class FakeThread extends EventEmitter {
  readonly received: ToListener[] = []
  isEnded = false

  postMessage(message: ToListener) {
    this.received.push(message)
  }

  terminate() {
    this.isEnded = true
    return Promise.resolve(0)
  }
}

interface Body {
  changes: { user: string }[]
}

function sessionOf(answer: (path: string, body: Body) => Promise<unknown>): ListenerSession {
  const call = ({ path, body }: { path: string; body: Buffer }) => answer(path, JSON.parse(body.toString()) as Body)
  const place = { tenantId: 'tenant', agentId: 'agent', sessionId: 'session' }
  return { exchange: { call } as unknown as Exchange, place, envelopePrivateKey: keys.privateKey }
}
