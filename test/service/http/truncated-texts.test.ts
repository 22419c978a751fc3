import { expect } from 'chai'
import { type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import { jobSteps } from '../../support/job-steps.ts'
import { fixture } from '../../support/recordings.ts'
import { anAgent, type FakeAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, startTestService } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

const lab = 'routeco_junos/lab-validation/junos_evpn_type5__node1-1'
const conf = `version 25.4R1.12;\n${fixture(`${lab}/input_configuration.cfg`).toString('latin1')}`
const set = fixture(`${lab}/show_configuration___display_set.txt`).toString('latin1')
const nexus = fixture('netco_nxos/lab-validation/nxos_evpn_l2vni__NX-1/show_running-config.txt').toString('latin1')

const lines = (text: string, count: number) => `${text.split('\n').slice(0, count).join('\n')}\n`

describe('a truncated text that ends at a prompt', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let agent: FakeAgent
  const { hasDevice, backUp } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    agent = await anAgent(service, customer)
    await agent.openSession({ platforms: ['netco_nxos', 'routeco_junos'] })
  })
  after(() => service.close())

  /** Returns why each artifact of a run is suspicious. */
  async function suspicionsOf(
    deviceId: string,
    texts: Record<string, string>,
  ): Promise<Record<string, ReceivedMessage[]>> {
    const { run } = await backUp(agent, deviceId, texts)
    expect(run.status).to.equal('succeeded')
    return Object.fromEntries(
      run.artifacts.map(({ key, suspicions = [] }: { key: string; suspicions?: ReceivedMessage[] }) => [
        key,
        suspicions,
      ]),
    )
  }

  it('is suspicious if another form of the same run has more statements, even the first time', async () => {
    const { id } = await hasDevice({ platform: 'routeco_junos' })

    const first = await suspicionsOf(id, { 'configuration-conf': conf, 'configuration-set': lines(set, 130) })
    const whole = await suspicionsOf(id, { 'configuration-conf': conf, 'configuration-set': set })
    const cut = await suspicionsOf(id, { 'configuration-conf': conf, 'configuration-set': lines(set, 138) })

    expect(first).to.deep.equal({
      'configuration-conf': [],
      'configuration-set': [message('statements_missing', { artifact: 'configuration-conf', count: 9 })],
    })
    expect(whole).to.deep.equal({ 'configuration-conf': [], 'configuration-set': [] })
    expect(cut['configuration-set']).to.deep.include(
      message('statements_missing', { artifact: 'configuration-conf', count: 1 }),
    )
  })

  it('is suspicious the first time if typical last lines are missing', async () => {
    const [whole, cut] = [await hasDevice({ platform: 'netco_nxos' }), await hasDevice({ platform: 'netco_nxos' })]

    expect(await suspicionsOf(whole.id, { 'running-config': nexus })).to.deep.equal({ 'running-config': [] })
    expect(await suspicionsOf(cut.id, { 'running-config': lines(nexus, 300) })).to.deep.equal({
      'running-config': [message('closing_lines_missing')],
    })
  })

  it('is suspicious the first time if the saved configuration of the same run is longer', async () => {
    const [whole, cut] = [await hasDevice({ platform: 'netco_nxos' }), await hasDevice({ platform: 'netco_nxos' })]
    const saved = nexus.replace('!Command: show running-config', '!Command: show startup-config')

    const both = await suspicionsOf(whole.id, { 'running-config': nexus, 'startup-config': saved })
    const one = await suspicionsOf(cut.id, { 'running-config': lines(nexus, 350), 'startup-config': saved })

    expect(both).to.deep.equal({ 'running-config': [], 'startup-config': [] })
    expect(one).to.deep.equal({
      'running-config': [message('ends_before_other_artifact', { artifact: 'startup-config' })],
      'startup-config': [],
    })
  })
})
