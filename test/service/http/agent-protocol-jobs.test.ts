import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '../../support/real-agent.ts'
import { jobSteps } from '../../support/job-steps.ts'
import { type HeldJob, type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

const second = 1_000
const minute = 60 * second

describe('the agent protocol: offers and leases', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  const { hasDevice, trigger, runOf, deviceOf, reapNow, asPlatform } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
  })
  after(() => service.close())

  /** Resolves when another request of the agent's session was admitted. */
  async function isHeard({ sessionId }: FakeAgent) {
    const heard = () => asPlatform((trx) => trx('agent_exchanges').where({ session_id: sessionId }).first())
    while (!(await heard())) await pause(5)
  }

  /** Resolves when the service has noticed that a client disconnected. */
  function aCut(): Promise<void> {
    const { log } = service.dependencies
    const { debug } = log
    return new Promise((resolve) => {
      log.debug = (line: { cut?: boolean }) => {
        if (!line.cut) return
        log.debug = debug
        resolve()
      }
    })
  }

  describe('an offer', () => {
    it('contains the job and its secrets, readable only by the agent’s process', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice({ hostname: '192.0.2.7', options: { ssh_port: 2222 } })
      await trigger(device.id)

      const answer = await agent.claim()
      const [job] = await agent.open(answer)

      expect(answer).to.deep.include({ status: 200, isSigned: true })
      expect(JSON.stringify(answer.body)).to.not.contain('sesame')
      expect(job?.order).to.deep.include({ transports: ['ssh'], posture: 'strict', approvedFingerprints: [] })
      expect(job?.order.device).to.deep.include({ id: device.id, host: '192.0.2.7', ports: { ssh: 2222, api: 443 } })
      expect(job?.order.credentials.ssh).to.deep.equal({ username: 'backup', password: 'sesame-1234' })
    })

    it('is repeated for the same claim while it is valid, with nothing more', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      await trigger((await hasDevice()).id)
      const claim = { claim_id: randomUUID(), free_slots: 1 }

      const [first] = await agent.open(await agent.claim(claim))
      const again = await agent.open(await agent.claim(claim))

      expect(again.map(({ leaseId }) => leaseId)).to.deep.equal([first?.leaseId])
    })

    it('selects the oldest jobs first, up to the free slots', async () => {
      const agent = await anAgent(service, customer)
      const queued: string[] = []
      for (let n = 0; n < 3; n++) {
        queued.push((await trigger((await hasDevice()).id)).id)
        service.advance(second)
      }

      const first = await agent.open(await agent.claim({ free_slots: 2 }))
      const second_ = await agent.open(await agent.claim({ free_slots: 2 }))

      expect([...first, ...second_].map(({ jobId }) => jobId)).to.deep.equal(queued)
      expect(first).to.have.lengthOf(2)
    })

    it('is made only to an authorised agent that can reach the device', async () => {
      const chosen = await anAgent(service, customer)
      const other = await anAgent(service, customer)
      const elsewhere = await anAgent(service, await service.hasTenant())
      await other.openSession()
      const device = await hasDevice({ agent_ids: [chosen.id] })
      const { id } = await trigger(device.id)
      await chosen.openSession({ platforms: ['linux_server'] })

      const answers = [await other.claim(), await elsewhere.claim(), await chosen.claim()]
      await chosen.openSession()
      const [job] = await chosen.open(await chosen.claim())

      expect(answers.map(({ status }) => status)).to.deep.equal([204, 204, 204])
      expect(job?.jobId).to.equal(id)
    })

    it('is made to one agent only, among any number of concurrent polls', async () => {
      const agents = await Promise.all(Array.from({ length: 4 }, () => anAgent(service, customer)))
      const devices = await Promise.all(Array.from({ length: 6 }, () => hasDevice()))
      must(await operator.post('/api/backups/trigger', { all_devices: true }), 202)

      const claimed = await Promise.all(agents.map(async (agent) => agent.open(await agent.claim({ free_slots: 3 }))))

      const ids = claimed.flat().map(({ order }) => order.device.id)
      expect(ids).to.have.members(devices.map(({ id }) => id))
      expect(new Set(ids).size).to.equal(6)
    })

    it('locks the device: a test waiting beside a backup is not offered', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      await trigger(device.id)
      must(await operator.post(`/api/devices/${device.id}/test`), 202)

      const first = await agent.open(await agent.claim())
      await agent.heartbeat(first)
      const meanwhile = await agent.claim()
      await agent.result(first[0] as HeldJob, { outcome: 'failed', error_code: 'auth_failed', transport: null })
      const then = await agent.open(await agent.claim())

      expect(first).to.have.lengthOf(1)
      expect(meanwhile.status).to.equal(204)
      expect(then.map(({ kind }) => kind)).to.deep.equal(['test'])
    })

    it('wakes a waiting poll', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      service.dependencies.intervals = { ...shortIntervals, claim_wait_ms: 15_000 }

      const polling = agent.claim()
      await trigger(device.id)
      const answer = await polling
      service.dependencies.intervals = shortIntervals

      expect(answer.status).to.equal(200)
    })

    it('is not made to a disconnected poll, nor to an agent revoked meanwhile', async () => {
      const agent = await anAgent(service, customer)
      const other = await anAgent(service, customer)
      const admin = await service.as('platform_admin')
      const device = await hasDevice()
      service.dependencies.intervals = { ...shortIntervals, claim_wait_ms: 2_000 }
      const leaving = new AbortController()
      const path = '/api/agent/claims'
      const gone = agent.send('POST', path, { claim_id: randomUUID(), free_slots: 1 }, { signal: leaving.signal })
      const revoked = other.claim()
      await Promise.all([isHeard(agent), isHeard(other)])
      const cut = aCut()
      leaving.abort()
      await Promise.all([cut, gone.catch(() => undefined)])
      must(await admin.post(`/api/agents/${other.id}/revoke?tenant=${customer.id}`), 200)

      const { id } = await trigger(device.id)
      const answer = await revoked
      service.dependencies.intervals = shortIntervals

      expect([answer.status, answer.body.code]).to.deep.equal([403, 'revoked'])
      expect(await runOf(id)).to.deep.include({ status: 'queued', agent_id: null })
    })

    it('ends the poll of an agent that is revoked', async () => {
      const agent = await anAgent(service, customer)
      const admin = await service.as('platform_admin')
      service.dependencies.intervals = { ...shortIntervals, claim_wait_ms: 600_000 } // longer than the test may take
      const poll = agent.claim()
      await isHeard(agent)

      must(await admin.post(`/api/agents/${agent.id}/revoke?tenant=${customer.id}`), 200)
      const answer = await poll
      service.dependencies.intervals = shortIntervals

      expect([answer.status, answer.body.code, answer.isSigned]).to.deep.equal([403, 'revoked', true])
    })

    it('is not made to a poll that was cut before authentication', async () => {
      const [agent, other] = [await anAgent(service, customer), await anAgent(service, customer)]
      const device = await hasDevice()
      const lock = await service.db.owner.transaction()
      await lock.raw('lock table agent_exchanges in access exclusive mode')
      const leaving = new AbortController()
      const body = { claim_id: randomUUID(), free_slots: 1 }
      const gone = agent.send('POST', '/api/agent/claims', body, { signal: leaving.signal })
      while ((await lock.raw('select from pg_locks where not granted')).rows.length === 0);
      const cut = aCut()
      leaving.abort()
      await Promise.all([cut, gone.catch(() => undefined)])
      await lock.rollback()

      await trigger(device.id)
      const answer = await other.claim()

      expect(answer.status).to.equal(200)
    })

    it('is withdrawn if its client disconnected before the response: another agent gets the job', async () => {
      const [agent, other] = [await anAgent(service, customer), await anAgent(service, customer)]
      await trigger((await hasDevice()).id)
      const lock = await service.db.owner.transaction()
      await lock.raw('lock table device_leases in access exclusive mode')
      const leaving = new AbortController()
      const body = { claim_id: randomUUID(), free_slots: 1 }
      const gone = agent.send('POST', '/api/agent/claims', body, { signal: leaving.signal })
      while ((await lock.raw('select from pg_locks where not granted')).rows.length === 0);
      const cut = aCut()
      leaving.abort()
      await Promise.all([cut, gone.catch(() => undefined)])
      await lock.rollback()

      // The clock stands still: the offer cannot expire.
      const answer = await eventually('the other agent gets the job', async () => {
        const polled = await other.claim()
        return polled.status === 200 ? polled : null
      })

      expect(answer.body.offers).to.have.lengthOf(1)
    })

    it('is not made to a poll that a newer one replaced, in either order', async () => {
      const [agent, other] = [await anAgent(service, customer), await anAgent(service, customer)]
      const poll = (number: number) =>
        agent.send('POST', '/api/agent/claims', { claim_id: randomUUID(), free_slots: 1 }, { number })
      const newer = await poll(1_001)
      const device = await hasDevice()
      await trigger(device.id)

      const older = await poll(1_000)
      const offered = await other.claim()

      expect([newer.status, older.status, offered.status]).to.deep.equal([204, 204, 200])
    })

    it('returns to the queue if no agent begins, without using an attempt', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = await trigger(device.id)
      const [first] = await agent.open(await agent.claim())

      service.advance(31 * second)
      await reapNow()
      const late = await agent.heartbeat([first as HeldJob])
      const [second_] = await agent.open(await agent.claim())

      expect(late.body.leases[0].state).to.equal('lost')
      expect(second_?.jobId).to.equal(id)
      expect(second_?.leaseId).to.not.equal(first?.leaseId)
      expect(await runOf(id)).to.deep.include({ status: 'queued', attempts: 0, losses: 0 })
    })
  })

  describe('a lease', () => {
    it('begins with the first heartbeat', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const [job] = await agent.open(await agent.claim())

      const before = await runOf(id)
      const answer = await agent.heartbeat([job as HeldJob])
      const after = await runOf(id)

      expect(before).to.deep.include({ status: 'queued', attempts: 0, started_at: null })
      expect(answer.body.leases[0].state).to.equal('held')
      expect(after).to.deep.include({ status: 'running', attempts: 1, agent_id: agent.id })
    })

    it('lasts while heartbeats arrive, and is lost 90 s after the last', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      service.advance(80 * second)
      await agent.heartbeat([job])
      service.advance(80 * second)
      await reapNow()
      const held = await runOf(id)

      service.advance(11 * second)
      await reapNow()
      const beat = await agent.heartbeat([job])

      expect(held.status).to.equal('running')
      expect(await runOf(id)).to.deep.include({ status: 'queued', losses: 1, attempts: 1 })
      expect(beat.body.leases[0].state).to.equal('lost')
    })

    it('is lost immediately when the agent returns it or a new process begins', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)

      await agent.heartbeat([], [await agent.startJob()])
      const dropped = await runOf(id)
      await agent.startJob()
      await agent.openSession()
      const restarted = await runOf(id)
      const [job] = await agent.open(await agent.claim())

      expect(dropped).to.deep.include({ status: 'queued', losses: 1 })
      expect(restarted).to.deep.include({ status: 'queued', losses: 2 })
      expect(job?.jobId).to.equal(id)
    })

    it('continues when the same process opens another session', async () => {
      const agent = await anAgent(service, customer)
      const bootId = randomUUID()
      await agent.openSession({ boot_id: bootId })
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()

      await agent.openSession({ boot_id: bootId })
      const beat = await agent.heartbeat([job])

      expect(beat.body.leases[0].state).to.equal('held')
      expect(await runOf(id)).to.deep.include({ status: 'running', losses: 0 })
    })

    it('can be lost ten times, then the job fails and the device shows it', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = await trigger(device.id)

      for (let loss = 1; loss <= 10; loss++) await agent.heartbeat([], [await agent.startJob()])

      const run = await runOf(id)
      expect(run).to.deep.include({ status: 'failed', error_code: 'agent_lost', losses: 10, device_failures: 0 })
      expect((await deviceOf(device.id)).state).to.equal('failed')
      expect((await agent.claim()).status).to.equal(204)
    })

    it('is lost when its agent is revoked', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      await agent.startJob()
      const admin = await service.as('platform_admin')

      must(await admin.post(`/api/agents/${agent.id}/revoke?tenant=${customer.id}`), 200)
      await reapNow()

      expect(await runOf(id)).to.deep.include({ status: 'queued', losses: 1 })
    })

    it('is revoked ten minutes after the job’s deadline, and counts as a device failure', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice({ retry_attempts: 0 })
      const { id } = await trigger(device.id)
      const job = await agent.startJob()
      for (let m = 0; m < 20; m++) {
        service.advance(minute)
        await agent.heartbeat([job])
      }

      await reapNow()

      expect(await runOf(id)).to.deep.include({ status: 'failed', error_code: 'deadline_exceeded', device_failures: 1 })
    })
  })
})
