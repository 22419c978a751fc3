import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { CommandError } from '../../../agent/exit-codes.ts'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { failureOf } from '../../support/failure-of.ts'
import { type FaultyStore, createFaultyStore, healthy } from '../../support/faulty-store.ts'
import { type ProtocolScene, createProtocolScene, onceAt } from '../../support/scene/protocol-scene.ts'
import { aRealAgent, eventually } from '../../support/real-agent.ts'
import { anAgent, newToken } from '../../support/fake-agent.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'
import { startCuttableProxy } from './cuttable-proxy.ts'

const second = 1_000
const text = 'hostname r1\n!\nend\n'

/**
 * The rows of the table in the protocol's design that need no killed process; killed-processes.test.ts has the others.
 */
describe('a kill or loss at each step of the protocol', () => {
  let service: TestService
  let store: FaultyStore
  let scene: ProtocolScene

  before(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = createFaultyStore(disk)) })
  })
  beforeEach(async () => {
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 500, claim_wait_ms: 1_000 }
    scene = await createProtocolScene(service)
  })
  afterEach(async () => {
    delete service.dependencies.failpoint
    store.follow(healthy)
    await scene.close()
  })
  after(() => service.close())

  const dies = () => {
    throw new Error('the service dies here')
  }
  const agentRow = (id: string) => scene.rows((trx) => trx('agents').where({ id }).first())
  const jobRow = (id: string) => scene.rows((trx) => trx('jobs').where({ id }).first())
  const statusOf = async (id: string) => must(await scene.admin.get(`/api/agents/${id}`), 200).status

  describe('row 1: an enrolment response is lost', () => {
    it('leaves the token used by the agent’s own key, and the same command gets the response', async () => {
      const agent = await aRealAgent(service, scene.customer)
      service.dependencies.failpoint = (name) => (name === 'after_enroll' ? service.cutConnections() : undefined)

      const failure = await failureOf(agent.enroll())
      delete service.dependencies.failpoint
      const { keySeed, enrolled } = agent.state()
      const bound = await agentRow(agent.id)
      const again = await agent.enroll()

      expect(failure).to.be.instanceOf(CommandError)
      expect([enrolled, bound.public_key?.length]).to.deep.equal([undefined, 32])
      expect(again.keySeed).to.equal(keySeed)
      expect((await scene.audited('agent.enroll')).map(({ outcome }) => outcome)).to.deep.equal(['done'])
      agent.remove()
    })
  })

  describe('row 2: an agent dies before its key is on the disk', () => {
    it('leaves an unused key, until a new token replaces it', async () => {
      const agent = await scene.hasRealAgent()
      fs.rmSync(agent.stateDir, { recursive: true })

      const spent = await failureOf(agent.enroll())
      const token = await newToken(scene.admin, scene.customer, agent.id)
      await agent.enroll({ token })
      const running = agent.run()
      const { id } = await scene.trigger(scene.device.id)
      const run = await scene.over(id)
      await running.stop()

      expect(spent.message).to.contain(render(message('token_spent'), 'en'))
      expect(run.status).to.equal('succeeded')
    })
  })

  describe('row 3: a session response is lost', () => {
    it('has no effect while the process lives: it gets the same session again', async () => {
      const agent = await scene.hasRealAgent()
      const lost = onceAt(service, 'after_session', () => service.cutConnections())

      const running = agent.run()
      await lost
      await eventually('connected', () => running.log.some((line) => line.includes('connected with')))
      await running.stop()

      const sessions = await scene.rows((trx) => trx('agent_sessions').where({ agent_id: agent.id }))
      expect([sessions.length, agent.state().sequence]).to.deep.equal([1, 1])
    })

    it('has advanced the number for a process that dies, and the previous one is accepted once', async () => {
      const agent = await scene.hasRealAgent()
      let running = agent.run()
      await onceAt(service, 'after_session', async () => {
        service.cutConnections()
        await running.stop()
      })
      const onDisk = agent.state().sequence
      const moved = Number((await agentRow(agent.id)).sequence)

      running = agent.run()
      await eventually('connected', () => running.log.some((line) => line.includes('connected with')))
      await running.stop()
      fs.writeFileSync(`${agent.stateDir}/agent.json`, JSON.stringify({ ...agent.state(), sequence: 0 }))
      running = agent.run()
      await eventually('cloned', async () => (await statusOf(agent.id)) === 'cloned')
      await running.stop()

      expect([onDisk, moved]).to.deep.equal([0, 1])
    })
  })

  describe('row 4: a claim response is lost', () => {
    it('leaves the offers valid, which the same claim gets again', async () => {
      const agent = await scene.hasRealAgent()
      const { id } = await scene.trigger(scene.device.id)
      const lost = onceAt(service, 'after_offer', () => service.cutConnections())
      const running = agent.run()
      await lost
      await pause(50) // the tests' own connections are closed too

      const run = await scene.over(id)
      await running.stop()

      expect(run).to.include({ status: 'succeeded', attempts: 1, losses: 0 })
      expect(scene.router.sessions).to.equal(1)
    })
  })

  describe('row 6: the service dies after an offer, before its response', () => {
    it('has started nothing: the reaper queues the job again', async () => {
      const agent = await anAgent(service, scene.customer)
      const { id } = await scene.trigger(scene.device.id)
      const died = onceAt(service, 'after_offer', dies)
      const [answer] = await Promise.all([agent.claim(), died])
      const offered = await jobRow(id)

      service.advance(31 * second)
      await scene.reapNow()
      const back = await jobRow(id)
      const running = (await scene.hasRealAgent()).run()
      const run = await scene.over(id)
      await running.stop()

      expect([answer.status, offered.lease_id === null, offered.attempts]).to.deep.equal([500, false, 0])
      expect([back.lease_id, back.status]).to.deep.equal([null, 'queued'])
      expect(run).to.include({ status: 'succeeded', attempts: 1, losses: 0 })
    })
  })

  describe('row 8: the network is cut while an agent collects', () => {
    it('makes the agent disconnect before another one can start', async () => {
      const intervals = {
        ...defaultIntervals,
        heartbeat_ms: 400,
        claim_wait_ms: 200,
        fence_ms: 15_000,
        lease_ms: 100_000,
      }
      service.dependencies.intervals = intervals
      const proxy = await startCuttableProxy(service.url)
      const [cutOff, other] = [await scene.hasRealAgent(), await scene.hasRealAgent()]
      const first = cutOff.run({ baseUrl: proxy.url })
      scene.router.set({ silentFromLine: 4 })
      const { id } = await scene.trigger(scene.device.id)
      await eventually('it collects', () => scene.router.commandsSeen.length > 2)

      proxy.cut()
      const cutAt = performance.now()
      await eventually('it has left the device', () => scene.router.connected === 0)
      const leftAfterMs = performance.now() - cutAt
      const held = await jobRow(id)
      scene.router.set({ silentFromLine: null })
      service.advance(intervals.lease_ms)
      await scene.reapNow()
      const second = other.run()
      const run = await scene.over(id)
      proxy.heal()
      await pause(500)
      await Promise.all([first.stop(), second.stop()])
      await proxy.close()

      expect(leftAfterMs).to.be.below(intervals.lease_ms)
      expect(held.status).to.equal('running')
      expect(run).to.include({ status: 'succeeded', attempts: 2, losses: 1, agent_id: other.id })
      expect(scene.router.connectedAtMost).to.equal(1)
    })
  })

  describe('row 12: a result arrives after its lease was lost, with no newer one granted', () => {
    it('is accepted', async () => {
      const agent = await anAgent(service, scene.customer)
      const { id } = await scene.trigger(scene.device.id)
      const job = await agent.startJob()
      service.advance(91 * second)
      await scene.reapNow()
      const lost = await jobRow(id)

      const late = await agent.result(job, { artifacts: await agent.capture(job, { 'running-config': text }) })

      expect([lost.status, lost.lease_id]).to.deep.equal(['queued', null])
      expect([late.status, late.body.status]).to.deep.equal([200, 'succeeded'])
      expect(await scene.versions()).to.have.lengthOf(1)
      expect((await scene.audited('backup.commit'))[0]?.detail).to.include({ late: true })
    })
  })

  describe('row 13: a result arrives after another attempt started', () => {
    it('is rejected, and only the newer attempt is stored', async () => {
      const [slow, quick] = [await anAgent(service, scene.customer), await anAgent(service, scene.customer)]
      const { id } = await scene.trigger(scene.device.id)
      const old = await slow.startJob()
      const body = slow.resultBody(old, { artifacts: await slow.capture(old, { 'running-config': text }) })
      service.advance(91 * second)
      await scene.reapNow()
      const job = await quick.startJob()

      const refused = await slow.send('PUT', `/api/agent/jobs/${id}/result`, body)
      const taken = await quick.result(job, { artifacts: await quick.capture(job, { 'running-config': `${text}!\n` }) })
      const again = await slow.send('PUT', `/api/agent/jobs/${id}/result`, body)

      expect([refused, again].map((answer) => answer.body.code)).to.deep.equal(['lease_lost', 'lease_lost'])
      expect(taken.body.status).to.equal('succeeded')
      const versions = await scene.versions()
      expect(versions).to.have.lengthOf(1)
      const content = await scene.operator.get(`/api/artifacts/versions/${versions[0]?.id}/content`)
      expect(content.bytes.toString()).to.equal(`${text}!\n`)
    })
  })

  describe('row 14: the object store is down', () => {
    it('makes the agent keep its collected data: the device is read once', async () => {
      let down = 3
      store.follow(({ method, key }) =>
        method === 'put' && key.startsWith('tenants/') && down-- > 0 ? 'error' : undefined,
      )
      const running = (await scene.hasRealAgent()).run()

      const { id } = await scene.trigger(scene.device.id)
      await eventually('the packs are there', () => down < 0)
      down = 3 // from now on the manifests cannot be written
      const run = await scene.over(id)
      await running.stop()

      expect(store.faults.filter(({ key }) => key.includes('/packs/'))).to.have.lengthOf.at.least(3)
      expect(run).to.include({ status: 'succeeded', attempts: 1, losses: 0 })
      expect(scene.router.sessions).to.equal(1)
    })

    it('fails the attempt at the deadline, and the device is collected again later', async () => {
      const { intervals = defaultIntervals } = service.dependencies
      service.dependencies.intervals = { ...intervals, deadlines_ms: { ...intervals.deadlines_ms, text: 25_000 } }
      const own = await scene.customer.as('tenant_admin')
      const retry = { retry_attempts: 1, retry_delay_minutes: 5 }
      must(await own.patch(`/api/devices/${scene.device.id}`, retry), 200)
      store.follow(({ method }) => (method === 'put' ? 'slow_down' : undefined))
      const running = (await scene.hasRealAgent()).run()
      const { id } = await scene.trigger(scene.device.id)

      const waiting = await scene.over(id)
      store.follow(healthy)
      service.dependencies.intervals = intervals
      service.advance(5 * 60 * second)
      await scene.reapNow()
      await eventually('it is tried again', async () => (await scene.runOf(id)).status === 'succeeded')
      await running.stop()

      expect(waiting).to.include({ status: 'retrying', error_code: 'store_unreachable' })
      expect(await scene.runOf(id)).to.include({ attempts: 2, device_failures: 1 })
      expect(scene.router.sessions).to.equal(2)
    })
  })

  describe('row 15: the database is restored to an older point', () => {
    it('shows the agent as rewound without jobs, until an operator clears it once', async () => {
      const agent = await scene.hasRealAgent()
      for (let starts = 0; starts < 3; starts++) {
        const running = agent.run()
        await eventually('connected', () => running.log.some((line) => line.includes('connected with')))
        await eventually('heard', async () => (await statusOf(agent.id)) === 'online')
        await running.stop()
      }
      await scene.rows(async (trx) => {
        await trx('agent_sessions').where({ agent_id: agent.id }).where('sequence', '>', 1).delete()
        await trx('agents').where({ id: agent.id }).update({ sequence: 1 })
      })
      service.advance(1)
      const { id } = await scene.trigger(scene.device.id)

      const running = agent.run()
      await eventually('rewound', async () => (await statusOf(agent.id)) === 'rewound')
      await pause(200)
      const waiting = await scene.runOf(id)
      must(await scene.admin.post(`/api/agents/${agent.id}/clear?tenant=${scene.customer.id}`), 200)
      const run = await scene.over(id)
      await running.stop()

      expect(waiting).to.include({ status: 'queued', attempts: 0 })
      expect(run.status).to.equal('succeeded')
      expect(agent.state().sequence).to.equal(4)
      expect((await scene.audited('agent.rewound')).map(({ object_id: at }) => at)).to.deep.equal([agent.id])
    })
  })
})
