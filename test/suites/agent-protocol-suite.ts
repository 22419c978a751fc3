import { expect } from 'chai'
import { iosBehaviour } from '../support/ios-device.ts'
import { eventually } from '../support/real-agent.ts'
import { type AgentWire, startAgentWire } from './agent-wire.ts'

/** The service's side: a device, and an agent that exists but is not enrolled. */
export interface ServiceEnd {
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
export interface AgentEnd {
  enroll(): Promise<unknown>
  /** Runs until it is stopped or revoked, then resolves. */
  run(signal: AbortSignal): Promise<unknown>
  close(): void
}

/** @param config returns the device's current configuration */
export type OpenAgent = (url: string, agent: ServiceEnd['agent'], config: () => string) => AgentEnd

/** Tests the protocol between an agent and a service. Either of them may be a fake. */
export function describeAgentProtocol(name: string, openService: () => Promise<ServiceEnd>, openAgent: OpenAgent) {
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
