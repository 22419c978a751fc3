import { expect } from 'chai'
import { jobSteps } from '../../support/job-steps.ts'
import { anAgent, type FakeAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

const config = (name: string) => `hostname ${name}\nversion 9.3(5)\nline vty\n`

describe('the lineages of a device with two transports', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let agent: FakeAgent
  const { hasDevice, trigger, runOf } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    agent = await anAgent(service, customer)
    await agent.openSession({ platforms: ['netco_nxos'], transports: ['ssh', 'api'] })
  })
  after(() => service.close())

  /** Returns the version that a run over this transport wrote or confirmed. */
  async function backUpOver(deviceId: string, transport: 'ssh' | 'api', text: string): Promise<string> {
    const { id } = await trigger(deviceId)
    const job = await agent.startJob()
    const captured = await agent.capture(job, { 'running-config': text })
    await agent.result(job, { transport, artifacts: captured.map((artifact) => ({ ...artifact, transport })) })
    return (await runOf(id)).artifacts[0].version_id
  }

  it('are separate for one artifact: each transport has its own versions and comparisons', async () => {
    const { id } = await hasDevice({ platform: 'netco_nxos' })
    const [first, other] = [config('r1'), config('r2')]

    const ssh = await backUpOver(id, 'ssh', first)
    const api = await backUpOver(id, 'api', other)
    const sshAgain = await backUpOver(id, 'ssh', first)
    const apiChanged = await backUpOver(id, 'api', first)

    const lineages: { id: string; key: string; transport: string }[] = must(
      await operator.get(`/api/devices/${id}/artifacts`),
      200,
    )
    expect(lineages.map(({ key, transport }) => `${key} over ${transport}`).sort()).to.deep.equal([
      'running-config over api',
      'running-config over ssh',
    ])
    const versionsOver = async (transport: string) => {
      const lineage = lineages.find((one) => one.transport === transport)
      const versions: { id: string }[] = must(await operator.get(`/api/artifacts/${lineage?.id}/versions`), 200)
      return versions.map((version) => version.id)
    }
    expect(sshAgain).to.equal(ssh)
    expect(await versionsOver('ssh')).to.deep.equal([ssh])
    expect(await versionsOver('api')).to.deep.equal([apiChanged, api])
    const change = must(await operator.get(`/api/artifacts/versions/${apiChanged}`), 200)
    expect(change).to.include({ added: 1, removed: 1 })
  })
})
