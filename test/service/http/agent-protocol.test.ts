import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { FailpointName } from '../../../service/domain/jobs/failpoint.ts'
import { signingKeyFrom } from '../../../shared/agent-protocol/ed25519.ts'
import { shortIntervals } from '../../support/short-intervals.ts'
import { type FakeAgent, aToken, anAgent, newToken, fakeAgent } from '../../support/fake-agent.ts'
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

  async function unenrolled() {
    const { agent, token } = await aToken(service, customer)
    return { token, agent: fakeAgent(service.url, { id: agent.id, tenantId: customer.id, token }) }
  }

  async function audited(action: string, agentId: string) {
    const { body } = await admin.get(`/api/audit?tenant=${customer.id}&action=${action}&limit=1000`)
    return body.filter((record: { object_id: string }) => record.object_id === agentId)
  }

  async function statusOf(agent: FakeAgent): Promise<string> {
    return (await admin.get(`/api/agents/${agent.id}`)).body.status
  }

  describe('enrolment', () => {
    it('binds the agent’s key, with a response signed by the key that the token pins', async () => {
      const { agent, token } = await unenrolled()

      const answer = await agent.enroll(token)

      expect(answer).to.deep.include({ status: 200, isSigned: true })
      expect(answer.body).to.include({ agent_id: agent.id, tenant_id: customer.id, lab_mode: false })
      expect(await audited('agent.enroll', agent.id)).to.have.lengthOf(1)
    })

    it('returns the same response to the same key, until the token expires', async () => {
      const { agent, token } = await unenrolled()
      const first = await agent.enroll(token)

      const second = await agent.enroll(token)
      service.advance(61 * minute)
      const late = await agent.enroll(token)

      expect(second.body).to.deep.equal(first.body)
      expect(late).to.deep.include({ status: 401, isSigned: true })
      expect(await audited('agent.enroll', agent.id)).to.have.lengthOf(1)
    })

    it('rejects another key for a used token, and records it', async () => {
      const { agent, token } = await unenrolled()
      await agent.enroll(token)

      const stranger = await agent.enroll(token, { signingKey: signingKeyFrom(randomBytes(32)) })

      expect(stranger.status).to.equal(409)
      expect(stranger.body.code).to.equal('token_spent')
      const records = await audited('agent.enroll', agent.id)
      expect(records.map((record: { outcome: string }) => record.outcome)).to.have.members(['done', 'refused'])
      expect((await agent.openSession()).status).to.equal(200)
    })

    it('rejects a replaced token and an expired one', async () => {
      const { agent, token } = await unenrolled()
      const newer = await newToken(admin, customer, agent.id, 5)

      const replaced = await agent.enroll(token)
      service.advance(6 * minute)
      const late = await agent.enroll(newer)

      expect([replaced.status, late.status]).to.deep.equal([401, 401])
      expect(late.body.detail).to.equal(replaced.body.detail)
    })

    it('replaces the key of an agent whose disk was lost, and releases its leases', async () => {
      const agent = await anAgent(service, customer)
      const token = await newToken(admin, customer, agent.id)
      const reborn = fakeAgent(service.url, { id: agent.id, tenantId: customer.id, token })

      const answer = await reborn.enroll(token)

      expect(answer.status).to.equal(200)
      expect((await reborn.openSession()).status).to.equal(200)
      expect((await agent.heartbeat([])).status).to.equal(401)
    })

    it('requires both signatures and a fresh challenge', async () => {
      const { agent, token } = await unenrolled()
      const { token: another } = await unenrolled()

      const wrongToken = await agent.enroll(another)
      const noToken = await agent.enroll(token, { tokenSignature: 'AAAA' })
      const altered = await agent.enroll(token, { sent: '{"agent_id":"x"}' })

      expect([wrongToken.status, noToken.status]).to.deep.equal([401, 401])
      expect(altered.status).to.be.oneOf([401, 422])
    })
  })

  describe('a session', () => {
    it('returns the service’s time, the intervals and the next number', async () => {
      const agent = await anAgent(service, customer)

      const answer = await agent.openSession()

      expect(answer).to.deep.include({ status: 200, isSigned: true })
      expect(answer.body).to.deep.include({ sequence: 2, lab_mode: false, intervals: shortIntervals })
      expect(answer.body.server_time).to.equal(service.dependencies.now().toISOString())
      expect(await statusOf(agent)).to.equal('online')
    })

    it('is returned again to the same process after a lost response', async () => {
      const agent = await anAgent(service, customer)
      const lost = { boot_id: randomUUID(), sequence: agent.sequence, envelope_key: randomBytes(32).toString('base64') }
      const first = await agent.openSession(lost)

      const second = await agent.openSession(lost)

      expect(second.body.session_id).to.equal(first.body.session_id)
      expect(second.body.sequence).to.equal(first.body.sequence)
    })

    it('accepts the previous number until a newer session was used', async () => {
      const agent = await anAgent(service, customer)
      const before = agent.sequence
      await agent.heartbeat([])
      await agent.openSession() // neither its reply nor the next one reaches the disk

      const again = await agent.openSession({ sequence: before })
      const oncemore = await agent.openSession({ sequence: before })
      await agent.heartbeat([])
      const late = await agent.openSession({ sequence: before })

      expect([again.status, oncemore.status]).to.deep.equal([200, 200])
      expect([late.status, late.body.code]).to.deep.equal([409, 'cloned'])
    })

    it('is opened for an agent enrolled again, whatever its previous number', async () => {
      const agent = await anAgent(service, customer)
      for (let starts = 0; starts < 3; starts++) await agent.openSession()
      const token = await newToken(admin, customer, agent.id)
      const reborn = fakeAgent(service.url, { id: agent.id, tenantId: customer.id, token })
      await reborn.enroll(token)
      const lost = { boot_id: randomUUID(), sequence: 0, envelope_key: randomBytes(32).toString('base64') }
      const first = await reborn.openSession(lost)

      const again = await reborn.openSession(lost)

      expect([again.status, again.body.session_id]).to.deep.equal([200, first.body.session_id])
    })

    it('detects a copied disk, stops that agent’s jobs, and continues once cleared', async () => {
      const agent = await anAgent(service, customer)
      const copy = agent.copy()
      await agent.openSession()
      await agent.heartbeat([])

      const refused = await copy.openSession()
      const isolated = await agent.claim()
      const drained = await agent.heartbeat([])

      expect([refused.status, refused.body.code, refused.isSigned]).to.deep.equal([409, 'cloned', true])
      expect(await statusOf(agent)).to.equal('cloned')
      expect([isolated.status, drained.body.drain]).to.deep.equal([204, true])
      expect(await audited('agent.cloned', agent.id)).to.have.lengthOf(1)
      await admin.post(`/api/agents/${agent.id}/clear?tenant=${customer.id}`)
      expect((await agent.heartbeat([])).body.drain).to.equal(false)
      expect((await agent.openSession()).status).to.equal(200)
    })

    it('is not opened by a replayed request after a restart, which does not flag the agent', async () => {
      const agent = await anAgent(service, customer)
      const early = { challenge: await agent.challenge(), sequence: agent.sequence, boot_id: randomUUID() }
      await agent.openSession(early)
      await agent.heartbeat([])
      service.advance(1_000)
      await agent.openSession()
      const { sequence, sessionId } = agent

      const replayed = await agent.copy().openSession(early)

      expect([replayed.status, replayed.body.code]).to.deep.equal([409, 'challenge_expired'])
      expect(await statusOf(agent)).to.equal('online')
      expect([agent.sequence, agent.sessionId]).to.deep.equal([sequence, sessionId])
      expect((await agent.heartbeat([])).status).to.equal(200)
    })

    it('readmits the rejected agent once cleared, as its disk may have been restored', async () => {
      const agent = await anAgent(service, customer)
      const old = agent.copy()
      await agent.openSession()
      await agent.heartbeat([])
      await old.openSession()

      await admin.post(`/api/agents/${agent.id}/clear?tenant=${customer.id}`)
      const back = await old.openSession()

      expect(back.status).to.equal(200)
      expect((await agent.heartbeat([])).body.code).to.equal('session_ended')
    })

    it('detects a restored service database, and continues once cleared', async () => {
      const agent = await anAgent(service, customer)
      const ahead = agent.sequence + 7

      const refused = await agent.openSession({ sequence: ahead })
      const status = await statusOf(agent)
      await agent.openSession({ sequence: ahead })
      await admin.post(`/api/agents/${agent.id}/clear?tenant=${customer.id}`)
      const back = await agent.openSession({ sequence: ahead })

      expect([refused.status, refused.body.code, status]).to.deep.equal([409, 'rewound', 'rewound'])
      expect(await audited('agent.rewound', agent.id)).to.have.lengthOf(1)
      expect([back.status, back.body.sequence]).to.deep.equal([200, ahead + 1])
    })

    it('replaces the previous one', async () => {
      const agent = await anAgent(service, customer)
      const old = agent.sessionId
      await agent.openSession()

      const answer = await agent.send('POST', '/api/agent/heartbeats', { leases: [], dropped: [] }, { session: old })

      expect([answer.status, answer.body.code]).to.deep.equal([409, 'session_ended'])
    })

    it('is opened for an outdated agent, with the reason why it gets no jobs', async () => {
      const agent = await anAgent(service, customer)

      const answer = await agent.openSession({ protocol: 0 })

      expect(answer.status).to.equal(200)
      expect(answer.body.outdated).to.equal(
        'The agent speaks protocol 0, the service 2. Install coffer-agent 0.2.0 or later.',
      )
      expect((await agent.claim()).status).to.equal(204)
    })

    it('requires a challenge of the last minute', async () => {
      const agent = await anAgent(service, customer)
      const challenge = await agent.challenge()
      service.advance(minute + 1)

      const late = await agent.openSession({ challenge })
      const invented = await agent.openSession({ challenge: randomBytes(56).toString('base64url') })

      expect([late.body.code, invented.body.code]).to.deep.equal(['challenge_expired', 'challenge_expired'])
      expect((await agent.openSession()).status).to.equal(200)
    })
  })

  describe('a lost response', () => {
    function dying(at: FailpointName) {
      service.dependencies.failpoint = (name) => {
        if (name === at) throw new Error('the service dies here')
      }
    }

    afterEach(() => {
      delete service.dependencies.failpoint
    })

    it('of an enrolment is repeated', async () => {
      const { agent, token } = await unenrolled()
      dying('after_enroll')
      const lost = await agent.enroll(token)
      delete service.dependencies.failpoint

      const again = await agent.enroll(token)

      expect([lost.status, again.status]).to.deep.equal([500, 200])
      expect((await agent.openSession()).status).to.equal(200)
    })

    it('of a session does not flag the agent, though its number has changed', async () => {
      const agent = await anAgent(service, customer)
      dying('after_session')
      const lost = await agent.openSession()
      delete service.dependencies.failpoint

      const restarted = await agent.openSession()

      expect([lost.status, restarted.status]).to.deep.equal([500, 200])
      expect(await statusOf(agent)).to.equal('online')
    })

    it('of a claim is repeated for the same claim', async () => {
      const agent = await anAgent(service, customer)
      const operator = await customer.as('tenant_operator')
      const device = await customer.hasDevice()
      const [run] = (await operator.post('/api/backups/trigger', { device_ids: [device.id] })).body
      const claim = { claim_id: randomUUID(), free_slots: 1 }
      dying('after_offer')
      const lost = await agent.claim(claim)
      delete service.dependencies.failpoint

      const [job] = await agent.open(await agent.claim(claim))

      expect([lost.status, job?.jobId]).to.deep.equal([500, run.id])
    })

    it('of a heartbeat changes nothing, and the next one succeeds', async () => {
      const agent = await anAgent(service, customer)
      dying('after_heartbeat')
      const lost = await agent.heartbeat([])
      delete service.dependencies.failpoint

      expect([lost.status, (await agent.heartbeat([])).status]).to.deep.equal([500, 200])
    })
  })
})
