import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { type FakeAgent, type HeldJob, fakeAgent, newToken } from '../../support/fake-agent.ts'
import type { FakeJob } from '../../support/fake-job.ts'
import { startFakeService } from '../../support/fake-service.ts'
import { startIosSimulator } from '../../support/ios-simulator.ts'
import { createProtocolScene } from '../../support/scene/protocol-scene.ts'
import { realAgent } from '../../support/real-agent.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'
import { type OpenAgent, type ServiceEnd, describeAgentProtocol } from '../../suites/agent-protocol-suite.ts'

const intervals = { ...defaultIntervals, claim_wait_ms: 500, claim_give_up_ms: 2_000, heartbeat_ms: 200 }

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
