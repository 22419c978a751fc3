import { expect } from 'chai'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { spokenProtocols } from '../../../shared/agent-protocol/protocols.ts'
import { type ProtocolScene, createProtocolScene } from '../../support/scene/protocol-scene.ts'
import { type RealAgent, eventually } from '../../support/real-agent.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

/** The current version and the next: `next` stands for what a later release will support in addition to its own. */
const [now = 1] = spokenProtocols
const [next, afterNext] = [now + 1, now + 2]

describe('agents and services of other versions', function () {
  let service: TestService
  let scene: ProtocolScene
  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, claim_wait_ms: 500 }
    scene = await createProtocolScene(service)
  })
  afterEach(() => {
    delete service.dependencies.protocols
  })
  after(async () => {
    await scene.close()
    await service.close()
  })

  /** Returns the outcome of a job that only this agent may take. */
  async function backsUp(agent: RealAgent, protocols: number[]) {
    const running = agent.run({ protocols })
    try {
      const { id } = await scene.trigger(scene.device.id)
      const { status, agent_id: by } = await scene.over(id)
      const { protocol } = await scene.rows((trx) => trx('agents').where({ id: agent.id }).first())
      const { outdated } = must(await scene.operator.get(`/api/agents/${agent.id}`), 200)
      return { isDone: ['succeeded', 'unchanged'].includes(status) && by === agent.id, protocol, outdated }
    } finally {
      await running.stop()
    }
  }

  /** Returns the agent's error and its status if there is no common protocol; the job remains for others. */
  async function reportedBy(agent: RealAgent, protocols: number[]) {
    const running = agent.run({ protocols })
    try {
      const line = await eventually('it is told', () => running.log.find((one) => one.includes('gets no jobs')))
      const { id } = await scene.trigger(scene.device.id)
      const shown = must(await scene.operator.get(`/api/agents/${agent.id}`), 200)
      const { status } = must(await scene.operator.get(`/api/runs/${id}`), 200)
      must(await scene.operator.post(`/api/runs/${id}/cancel`), 202)
      return { line, shown: shown.outdated, isOnline: shown.status, job: status }
    } finally {
      await running.stop()
    }
  }

  it('work together if the service is newer', async () => {
    service.dependencies.protocols = [next, now]

    expect(await backsUp(await scene.hasRealAgent(), [now])).to.deep.equal({
      isDone: true,
      protocol: now,
      outdated: null,
    })
  })

  it('work together if the agent is newer', async () => {
    service.dependencies.protocols = [now]

    expect(await backsUp(await scene.hasRealAgent(), [next, now])).to.deep.equal({
      isDone: true,
      protocol: now,
      outdated: null,
    })
  })

  it('use the newer protocol if both support it', async () => {
    service.dependencies.protocols = [next, now]

    expect(await backsUp(await scene.hasRealAgent(), [next, now])).to.include({ isDone: true, protocol: next })
  })

  it('report at both ends that the agent must be updated when it is two behind', async () => {
    service.dependencies.protocols = [afterNext, next]

    const { line, shown, ...left } = await reportedBy(await scene.hasRealAgent(), [now])

    const words = `The agent speaks protocol ${now}, the service ${next}, ${afterNext}. Update the agent.`
    expect([line, shown]).to.deep.equal([`warn this agent gets no jobs: ${words}`, words])
    expect(left).to.deep.equal({ isOnline: 'online', job: 'queued' })
  })

  it('report that the service must be updated when it is two behind', async () => {
    service.dependencies.protocols = [now]

    const { line, shown } = await reportedBy(await scene.hasRealAgent(), [afterNext, next])

    expect(shown).to.equal(`The agent speaks protocol ${afterNext}, the service ${now}. Update the service.`)
    expect(line).to.include(shown)
  })
})
