import { expect } from 'chai'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { type AgentWire, startAgentWire } from '../../support/agent-wire.ts'
import { type FakeAgent, type HeldJob, fakeAgent, newToken } from '../../support/fake-agent.ts'
import type { FakeJob } from '../../support/fake-job.ts'
import { startFakeService } from '../../support/fake-service.ts'
import { iosBehaviour } from '../../support/ios-device.ts'
import { startIosSimulator } from '../../support/ios-simulator.ts'
import { createProtocolScene } from '../../support/scene/protocol-scene.ts'
import { eventually, realAgent } from '../../support/real-agent.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

const intervals = { ...defaultIntervals, claim_wait_ms: 500, claim_give_up_ms: 2_000, heartbeat_ms: 200 }

/** The service's side: a device, and an agent that exists but is not enrolled. */
interface ServiceEnd {
  url: string
  agent: { id: string; tenantId: string; token: string }
  /** Changes the device's configuration. */
  setConfig(text: string): void
  /** Queues a backup of the device. Returns the job's id. */
  queueBackup(): Promise<string>
  /** Whether the job has succeeded; throws if it ended otherwise. */
  hasSucceeded(jobId: string): Promise<boolean>
  /** The stored texts of the device, oldest first. */
  storedTexts(): Promise<string[]>
  /** Ends the session: the agent must open another one. */
  endSession(): Promise<void>
  revoke(): Promise<void>
  close(): Promise<void>
}

/** The agent's side. */
interface AgentEnd {
  enroll(): Promise<unknown>
  /** Runs until it is stopped or revoked, then resolves. */
  run(signal: AbortSignal): Promise<unknown>
  close(): void
}

/** @param config returns the device's current configuration */
type OpenAgent = (url: string, agent: ServiceEnd['agent'], config: () => string) => AgentEnd

describe('agents and services', () => {
  let real: TestService

  before(async () => {
    real = await startTestService()
    real.dependencies.intervals = intervals
  })
  after(() => real.close())

  async function openRealService(): Promise<ServiceEnd> {
    const scene = await createProtocolScene(real)
    const { customer, operator, admin, device, router } = scene
    const { id } = await customer.hasAgent()
    const texts = async () => {
      const artifacts = must(await operator.get(`/api/devices/${device.id}/artifacts`), 200)
      const running = artifacts.find(({ key }: { key: string }) => key === 'running-config')
      const versions = must(await operator.get(`/api/artifacts/${running.id}/versions`), 200).reverse()
      const read = async (version: { id: string }) =>
        must(await operator.get(`/api/artifacts/versions/${version.id}/content`), 200)
      return Promise.all(versions.map(read))
    }
    return {
      url: real.url,
      agent: { id, tenantId: customer.id, token: await newToken(admin, customer, id) },
      setConfig: (text) => router.setRunningConfig(text),
      queueBackup: async () => (await scene.trigger(device.id)).id,
      async hasSucceeded(jobId) {
        const run = await scene.runOf(jobId)
        const isSuccess = ['succeeded', 'unchanged'].includes(run.status)
        if (run.finished_at && !isSuccess) throw new Error(JSON.stringify(run))
        return isSuccess
      },
      storedTexts: texts,
      async endSession() {
        await scene.rows((trx) => trx('agent_sessions').where({ agent_id: id }).update({ ended_at: new Date() }))
      },
      async revoke() {
        must(await admin.post(`/api/agents/${id}/revoke?tenant=${customer.id}`), 200)
      },
      close: () => scene.close(),
    }
  }

  async function openFakeService(): Promise<ServiceEnd> {
    const device = await startIosSimulator()
    const fake = await startFakeService()
    Object.assign(fake.intervals, intervals)
    const textOf = ({ result }: FakeJob) => {
      const artifact = result?.artifacts.find(({ key }) => key === 'running-config')
      const chunks = artifact?.content?.chunks ?? []
      return chunks.map((id) => fake.chunks.get(id as ChunkId)?.toString()).join('')
    }
    return {
      url: fake.url,
      agent: { id: fake.agentId, tenantId: fake.tenantId, token: fake.token },
      setConfig: (text) => device.setRunningConfig(text),
      queueBackup: async () => fake.queue({ port: device.port, approved: device.hostKeyFingerprint }).jobId,
      async hasSucceeded(jobId) {
        const { result } = fake.jobs.get(jobId) ?? {}
        if (result && result.outcome !== 'collected') throw new Error(JSON.stringify(result))
        return result !== undefined
      },
      storedTexts: async () => [...fake.jobs.values()].map(textOf).filter((text) => text !== ''),
      endSession: async () => fake.endSession(),
      revoke: async () => void (fake.revoked = true),
      async close() {
        await Promise.all([fake.close(), device.close()])
      },
    }
  }

  const openRealAgent: OpenAgent = (url, { id, token }) => {
    const agent = realAgent(url, { id, token })
    return {
      enroll: () => agent.enroll(),
      async run(signal) {
        const running = agent.run()
        signal.addEventListener('abort', () => void running.stop())
        await running.ended
      },
      close: () => agent.remove(),
    }
  }

  const openFakeAgent: OpenAgent = (url, given, config) => {
    const agent = fakeAgent(url, given)
    return {
      enroll: () => agent.enroll(given.token),
      async run(signal) {
        await agent.openSession()
        await agent.serve({ doJob: (job) => sendText(agent, job, config()), signal })
      },
      close: () => undefined,
    }
  }

  describeAgentProtocol('a fake agent with the real service', openRealService, openFakeAgent)
  describeAgentProtocol('the real agent with a fake service', openFakeService, openRealAgent)
  describeAgentProtocol('the real agent with the real service', openRealService, openRealAgent)
  describeAgentProtocol('a fake agent with a fake service', openFakeService, openFakeAgent)
})

/** Sends what is not stored, and repeats the result until it is answered. */
async function sendText(agent: FakeAgent, job: HeldJob, text: string): Promise<void> {
  const texts = { 'running-config': text }
  const { body } = await agent.check(job, texts)
  const isStored = body.artifacts[0].state === 'unchanged'
  const artifacts = isStored ? agent.unchanged(job, texts) : await agent.capture(job, texts)
  const result = agent.resultBody(job, { artifacts })
  for (let isOver = false; !isOver;) {
    isOver = await agent.send('PUT', `/api/agent/jobs/${job.jobId}/result`, result).then(
      () => true,
      () => false,
    )
  }
}

/** Tests the protocol between an agent and a service. Either of them may be a fake. */
function describeAgentProtocol(name: string, openService: () => Promise<ServiceEnd>, openAgent: OpenAgent) {
  describe(`${name}, over the agent protocol`, () => {
    let service: ServiceEnd
    let wire: AgentWire
    let agent: AgentEnd
    let stopping: AbortController
    let end: Promise<unknown>
    let config: string

    beforeEach(async () => {
      service = await openService()
      wire = await startAgentWire(service.url)
      setConfig('hostname one')
      agent = openAgent(wire.url, service.agent, () => config)
      stopping = new AbortController()
      end = Promise.resolve()
    })

    afterEach(async () => {
      stopping.abort()
      await end
      agent.close()
      await wire.close()
      await service.close()
    })

    function setConfig(line: string) {
      config = iosBehaviour().runningConfig.replace('hostname exitgw', line)
      service.setConfig(config)
    }

    async function start() {
      await agent.enroll()
      end = agent.run(stopping.signal)
    }

    async function backUp(): Promise<string> {
      const jobId = await service.queueBackup()
      await eventually(`job ${jobId} succeeds`, () => service.hasSucceeded(jobId))
      // The proxy records an exchange after its reply was sent, which is after the job has ended.
      await eventually(`the result of ${jobId} is recorded`, () => requestsOf(jobId).includes('result'))
      return jobId
    }

    const requestsTo = (pathEnd: string) => wire.exchanged.filter(({ path }) => path.endsWith(pathEnd))
    const requestsOf = (jobId: string) =>
      wire.exchanged.flatMap(({ path }) => path.split(`/jobs/${jobId}/`).slice(1).filter(isNeeded))
    /** The run's log and the search for stored chunks are optional for an agent. */
    const isNeeded = (what: string) => !['log', 'chunks/missing', 'progress'].includes(what)

    it('enrols, opens a session and stores a device’s configuration', async () => {
      await start()
      await backUp()

      const [stored, ...others] = await service.storedTexts()

      expect(stored).to.contain('hostname one')
      expect(others).to.deep.equal([])
      const begin = wire.exchanged.slice(0, 4).map(({ path }) => path.replace('/api/agent/', ''))
      expect(begin).to.deep.equal(['challenge', 'enroll', 'challenge', 'sessions'])
    })

    it('exchanges only operations of the contract, and signs every response', async () => {
      await start()
      await backUp()

      const signed = wire.exchanged.filter(({ path }) => !path.startsWith('/api/agent/packs/'))

      expect(wire.violations).to.deep.equal([])
      expect(signed.filter(({ isSigned }) => !isSigned)).to.deep.equal([])
    })

    it('numbers each request of a session once', async () => {
      await start()
      await backUp()
      await backUp()

      const numbers = wire.exchanged.flatMap(({ session, number }) => (number > 0 ? [`${session} ${number}`] : []))

      expect(numbers.length).to.be.greaterThan(8)
      expect(new Set(numbers).size).to.equal(numbers.length)
    })

    it('starts a job after its heartbeat', async () => {
      await start()

      const jobId = await backUp()

      const paths = wire.exchanged.map(({ path, body }) => (body.includes(jobId) ? path : (path.split(jobId)[1] ?? '')))
      const known = paths.filter((path) => path !== '')
      expect(known[0]).to.equal('/api/agent/heartbeats')
    })

    it('sends only content that is not stored', async () => {
      await start()
      const first = await backUp()
      const unchanged = await backUp()
      setConfig('hostname two')

      const changed = await backUp()

      const whole = ['artifacts/check', 'packs', 'packs/confirm', 'result']
      expect(requestsOf(first)).to.deep.equal(whole)
      expect(requestsOf(unchanged)).to.deep.equal(['artifacts/check', 'result'])
      expect(requestsOf(changed)).to.deep.equal(whole)
      const stored = await service.storedTexts()
      expect(stored.map((text) => /hostname \w+/.exec(text)?.[0])).to.deep.equal(['hostname one', 'hostname two'])
    })

    it('repeats a claim after a lost response, and gets the same offers', async () => {
      const jobId = await service.queueBackup()
      const dropped = wire.dropAnswer('POST', '/claims')
      await start()

      await dropped
      await eventually('the job succeeds', () => service.hasSucceeded(jobId))

      const [first, second] = requestsTo('/claims').map(({ body }) => JSON.parse(body).claim_id)
      expect(second).to.equal(first)
    })

    it('repeats a result after a lost response, which is stored once', async () => {
      const dropped = wire.dropAnswer('PUT', '/result')
      await start()
      await backUp()

      await dropped
      await eventually('the result is repeated', () => requestsTo('/result').length === 2)

      const [first, second] = requestsTo('/result')
      expect(second?.body).to.equal(first?.body)
      expect(second?.status).to.equal(200)
      expect(await service.storedTexts()).to.have.length(1)
    })

    it('opens another session after its session ended, and continues', async () => {
      await start()
      await backUp()
      await service.endSession()

      await backUp()

      const sessions = requestsTo('/sessions')
      expect(sessions.map(({ status }) => status)).to.deep.equal([200, 200])
      expect(sessions.map(({ body }) => JSON.parse(body).sequence)).to.deep.equal([0, 1])
    })

    it('ends when the agent is revoked', async () => {
      await start()
      await backUp()

      await service.revoke()
      await end

      const refused = wire.exchanged.filter(({ status }) => status === 401 || status === 403)
      expect(refused).to.not.be.empty
    })
  })
}
