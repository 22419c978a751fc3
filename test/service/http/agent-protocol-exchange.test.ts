import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { expect } from 'chai'
import { signingKeyFrom } from '../../../shared/agent-protocol/ed25519.ts'
import { shortIntervals } from '../../support/short-intervals.ts'
import { anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, startTestService } from '../../support/service.ts'

const minute = 60_000

describe('the agent protocol: authentication', () => {
  let service: TestService
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  async function audited(action: string, agentId: string) {
    const { body } = await admin.get(`/api/audit?tenant=${customer.id}&action=${action}&limit=1000`)
    return body.filter((record: { object_id: string }) => record.object_id === agentId)
  }

  describe('a signed exchange', () => {
    it('accepts each number once, also out of order', async () => {
      const agent = await anAgent(service, customer)
      const claim = (number: number) =>
        agent.send('POST', '/api/agent/claims', { claim_id: randomUUID(), free_slots: 1 }, { number })

      const statuses = [await claim(5), await claim(3), await claim(5), await claim(3)]

      expect(statuses.map(({ status }) => status)).to.deep.equal([204, 204, 409, 409])
      expect(statuses.every(({ isSigned }) => isSigned)).to.equal(true)
      expect(statuses[2]?.body.code).to.equal('replayed')
    })

    it('accepts one of many concurrent requests with the same number', async () => {
      const agent = await anAgent(service, customer)
      const claim = (number: number) =>
        agent.send('POST', '/api/agent/claims', { claim_id: randomUUID(), free_slots: 1 }, { number })

      const answers = await Promise.all([7, 8, 7, 9, 8, 7, 9].map(claim))

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 204, 204, 409, 409, 409, 409])
    })

    it('rejects a heartbeat older than another, and numbers far behind', async () => {
      const agent = await anAgent(service, customer)
      await agent.heartbeat([], [], { number: 5_000 })

      const older = await agent.heartbeat([], [], { number: 4_999 })
      const ancient = await agent.send(
        'POST',
        '/api/agent/claims',
        { claim_id: randomUUID(), free_slots: 1 },
        { number: 900 },
      )
      const newer = await agent.heartbeat([], [], { number: 5_001 })

      expect([older.status, ancient.status, newer.status]).to.deep.equal([409, 409, 200])
    })

    it('uses up no number for an unsigned request', async () => {
      const agent = await anAgent(service, customer)
      const body = { leases: [], dropped: [] }

      const forged = await agent.send('POST', '/api/agent/heartbeats', body, {
        number: 2,
        signingKey: signingKeyFrom(randomBytes(32)),
      })
      const altered = await agent.send('POST', '/api/agent/heartbeats', body, {
        number: 1,
        sent: '{"dropped":[],"leases":[]}',
      })
      const honest = await agent.send('POST', '/api/agent/heartbeats', body, { number: 2 })

      expect([forged.status, altered.status, honest.status]).to.deep.equal([401, 401, 200])
      expect([forged.isSigned, altered.isSigned]).to.deep.equal([true, true])
    })

    it('records an altered request, once in ten minutes for each kind', async () => {
      const agent = await anAgent(service, customer)
      const body = { leases: [], dropped: [] }
      const beat = (tampering: object) => agent.send('POST', '/api/agent/heartbeats', body, tampering)

      await beat({ number: 5 })
      for (let times = 0; times < 3; times++) {
        await beat({ number: 5 })
        await beat({ number: 6, sent: '{"dropped":[],"leases":[]}' })
      }
      await agent.send('POST', '/api/agent/heartbeats', { ...body, altered: 2 }, { number: 7 })
      const records = await audited('agent.exchange', agent.id)
      service.advance(11 * minute)
      await beat({ number: 5 })

      expect(records.map(({ outcome }: { outcome: string }) => outcome)).to.deep.equal([
        'refused',
        'refused',
        'refused',
      ])
      expect(records.map(({ detail }: { detail: { reason: { code: string } } }) => detail.reason.code)).to.have.members(
        ['agent_request_repeated', 'agent_request_not_signed', 'agent_answer_altered'],
      )
      expect(await audited('agent.exchange', agent.id)).to.have.lengthOf(4)
    })

    it('does not treat a broken connection as tampering', async () => {
      const agent = await anAgent(service, customer)
      const { hostname, port } = new URL(service.url)
      const signed = agent.signedHeaders('/api/agent/heartbeats', { leases: [], dropped: [] })
      const fields = Object.entries(signed).map(([name, value]) => `${name}: ${value}`)
      const head = ['POST /api/agent/heartbeats HTTP/1.1', `Host: ${hostname}`, ...fields]
      const body = ['Content-Length: 100', '', '{"leases":']
      const socket = net.connect(Number(port), hostname)
      await new Promise((resolve) => socket.end([...head, ...body].join('\r\n'), resolve as () => void))
      await once(socket.resume(), 'close')

      const honest = await agent.send('POST', '/api/agent/heartbeats', { leases: [], dropped: [] })

      expect(honest.status).to.equal(200)
      expect(await audited('agent.exchange', agent.id)).to.deep.equal([])
    })

    it('rejects an agent under another’s name or session', async () => {
      const agent = await anAgent(service, customer)
      const other = await anAgent(service, await service.hasTenant())
      const body = { leases: [], dropped: [] }

      const named = await agent.send('POST', '/api/agent/heartbeats', body, { agent: other.id })
      const seated = await agent.send('POST', '/api/agent/heartbeats', body, { session: other.sessionId })
      const unknown = await agent.send('POST', '/api/agent/heartbeats', body, { agent: randomUUID() })

      expect([named.status, seated.body.code, unknown.status]).to.deep.equal([401, 'session_ended', 401])
    })

    it('has a signed response even if the request is malformed', async () => {
      const agent = await anAgent(service, customer)

      const malformed = await agent.send('POST', '/api/agent/claims', { free_slots: 'many' })
      const nowhere = await agent.send('GET', '/api/agent/nowhere')

      expect([malformed.status, malformed.isSigned]).to.deep.equal([422, true])
      expect([nowhere.status, nowhere.isSigned]).to.deep.equal([404, true])
    })

    it('is denied to a revoked agent immediately, for any operation', async () => {
      const agent = await anAgent(service, customer)
      await agent.heartbeat([])
      await admin.post(`/api/agents/${agent.id}/revoke?tenant=${customer.id}`)

      const answers = [await agent.heartbeat([]), await agent.claim(), await agent.openSession()]

      expect(answers.map(({ status, body }) => [status, body.code])).to.deep.equal(Array(3).fill([403, 'revoked']))
      expect(answers.every(({ isSigned }) => isSigned)).to.equal(true)
    })
  })
})
