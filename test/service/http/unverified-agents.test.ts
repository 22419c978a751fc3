import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { signingKeyFrom } from '../../../shared/agent-protocol/ed25519.ts'
import { bodySha256, exchangeHeaders, writeContentDigest } from '../../../shared/agent-protocol/exchange.ts'
import { type FakeAgent, aToken, anAgent, fakeAgent } from '../../support/fake-agent.ts'
import { type Customer, type TestService, startTestService } from '../../support/service.ts'

const mib = 1024 ** 2
const bomb = gzipSync(Buffer.alloc(12 * mib, ' '))
const attackers = 60

describe('unverified requests that name an agent', function () {
  let service: TestService
  let customer: Customer
  let agent: FakeAgent
  beforeEach(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    agent = await anAgent(service, customer)
  })
  afterEach(() => service.close())

  /**
   * Sends the head and this part of the body, and withholds the rest. @returns the status and what happens to the
   * connection
   */
  async function withhold(fields: Record<string, string>, path: string, part: Buffer, announced: number) {
    const { hostname, port } = new URL(service.url)
    const head = {
      Host: hostname,
      'Content-Type': 'application/json',
      'Content-Length': String(announced),
      [exchangeHeaders.agent]: agent.id,
      [exchangeHeaders.session]: agent.sessionId,
      [exchangeHeaders.number]: '1',
      [exchangeHeaders.signature]: 'AAAA',
      ...fields,
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    const socket = net.connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    socket.write(part)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(answer.toString('latin1', 9, 12))
  }

  const digest = { [exchangeHeaders.digest]: writeContentDigest(bodySha256(Buffer.alloc(12 * mib, ' '))) }
  const all = <T>(attack: () => Promise<T>) => Promise.all(Array.from({ length: attackers }, attack))

  for (const [what, fields, status] of [
    ['a compressed body', { ...digest, 'Content-Encoding': 'gzip' }, 415],
    ['a compressed body in the name of an old agent', { 'Content-Encoding': 'gzip' }, 415],
  ] as const) {
    it(`are rejected without reading ${what}, which is not decompressed`, async () => {
      const before = process.memoryUsage().rss
      let most = before
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)

      const statuses = await all(() =>
        withhold(fields, '/api/agent/heartbeats', bomb.subarray(0, bomb.length - 9), bomb.length),
      )
      clearInterval(watch)

      expect(statuses).to.deep.equal(Array(attackers).fill(status))
      expect(most - before).to.be.below(200 * mib) // of 720 MiB for the bodies
    })
  }

  it('are rejected without reading a large body, which is not buffered', async () => {
    const part = Buffer.alloc(64 * 1024, ' ')

    const statuses = await all(() => withhold(digest, '/api/agent/jobs/x/log', part, 12 * mib))

    expect(new Set(statuses)).to.deep.equal(new Set([401]))
  })

  it('of protocol 1 are rejected without their body, with the required version', async () => {
    const status = await withhold({}, '/api/agent/heartbeats', Buffer.from('{'), 5_000)
    const challenge = await agent.send('GET', `/api/agent/challenge?nonce=${'n'.repeat(20)}`, undefined, {
      isWithoutDigest: true,
    })

    expect(status).to.equal(400)
    expect(challenge.status).to.equal(400)
    expect(challenge.body).to.include({
      code: 'agent_outdated',
      detail: 'The agent was rejected: it uses an agent protocol older than 2. Install coffer-agent 0.2.0 or later.',
    })
    expect(challenge.isSigned).to.equal(true) // so the old agent accepts it, and logs the sentence
  })

  it('that replay a signed header are rejected by its number without their body', async () => {
    const body = { leases: [], dropped: [] }
    const fields = agent.signedHeaders('/api/agent/heartbeats', body)
    const answer = await fetch(`${service.url}/api/agent/heartbeats`, {
      method: 'POST',
      headers: fields,
      body: JSON.stringify(body),
    })

    const statuses = await all(() => withhold(fields, '/api/agent/heartbeats', Buffer.alloc(1_000, ' '), 12 * mib))

    expect(answer.status).to.equal(200)
    expect(new Set(statuses)).to.deep.equal(new Set([409]))
  })

  it('with an announced body above the limit are rejected unread, even if signed', async () => {
    const lines = await agent.send('POST', '/api/agent/claims', { claim_id: 'x'.repeat(13 * mib), free_slots: 1 })
    const opening = await agent.send('POST', '/api/agent/sessions', { agent_id: 'x'.repeat(20_000) })

    expect([lines.status, opening.status]).to.deep.equal([413, 413])
    expect([lines.isSigned, opening.isSigned]).to.deep.equal([true, true])
  })

  it('are rejected if a body differs from the signed digest', async () => {
    const altered = await agent.send('POST', '/api/agent/claims', { free_slots: 1 }, { sent: '{"free_slots":2}' })
    const { agent: other, token } = await aToken(service, customer)
    const enrolling = fakeAgent(service.url, { id: other.id, tenantId: customer.id, token })
    const swapped = await enrolling.enroll(token, { sent: '{"agent_id":"another"}' })

    expect([altered.status, altered.body.code]).to.deep.equal([401, 'unsigned'])
    expect(swapped.status).to.be.oneOf([401, 422])
    expect((await enrolling.enroll(token)).status).to.equal(200)
  })

  it('cost a look-up each until their address has failed 60 times in a minute, then none', async () => {
    const { agent: other, token } = await aToken(service, customer)
    let lookups = 0
    const count = ({ sql }: { sql: string }) => void (sql.includes('lookup_') && lookups++)
    service.db.agentsKnex.on('query', count)
    const body = { leases: [], dropped: [] }
    const claim = () => agent.send('POST', '/api/agent/heartbeats', body, { agent: randomUUID() })

    const statuses: number[] = []
    for (let sent = 0; sent < 100; sent++) statuses.push((await claim()).status)
    const spent = await claim()
    const enrolment = await fakeAgent(service.url, { id: other.id, tenantId: customer.id, token }).enroll(token)

    service.db.agentsKnex.off('query', count)
    expect(statuses.filter((status) => status === 401).length).to.be.within(60, 70)
    expect(lookups).to.be.within(60, 70)
    expect(spent.status).to.equal(429)
    expect(spent.body).to.include({ code: 'rate_limited' })
    expect(enrolment.status).to.equal(429)
  })

  it('do not throttle genuine agents behind the same address', async () => {
    const others = await Promise.all([anAgent(service, customer), anAgent(service, customer)])
    const body = { leases: [], dropped: [] }
    for (const honest of [agent, ...others]) await honest.heartbeat([])
    const forged = { signingKey: signingKeyFrom(randomBytes(32)), number: 1 }
    const failed: number[] = []
    for (let sent = 0; sent < 80; sent++) {
      failed.push((await agent.send('POST', '/api/agent/heartbeats', body, forged)).status)
    }

    const answers: number[] = []
    for (let sent = 0; sent < 25; sent++) {
      for (const honest of [agent, ...others]) answers.push((await honest.heartbeat([])).status)
    }

    await notificationsMayBeLost(service)
    for (const honest of [agent, ...others]) answers.push((await honest.heartbeat([])).status)

    expect(failed.at(-1)).to.equal(429)
    expect(new Set(answers)).to.deep.equal(new Set([200]))
  })
})

/** Resolves when the service has asked its caches to assume lost notifications, which it does every few seconds. */
function notificationsMayBeLost({ dependencies }: TestService): Promise<void> {
  return new Promise((resolve) => {
    const stop = dependencies.signals.on('agents', (agentId) => {
      if (agentId !== null) return
      stop()
      resolve()
    })
  })
}
