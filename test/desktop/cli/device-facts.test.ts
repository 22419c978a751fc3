import { expect } from 'chai'
import { parse } from 'csv-parse/sync'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { fixture } from '../../support/recordings.ts'
import { type TestService, startTestService } from '../../support/service.ts'

const capture = (file: string) => fixture(`documents/arista_eos/${file}`).toString('latin1')
const recorded = (name: string) => capture(`racc/samples_nohash__veos1_20210629T142431__show_${name}.txt`)
const texts = {
  'running-config': recorded('running-config'),
  version: recorded('version'),
  inventory: recorded('inventory'),
}
const serial = 'C00DD531095F9C2B46268776D213D37B'

describe('coffer commands that show facts', () => {
  let service: TestService
  let customer: AgentScene
  let user: ClientUser
  before(async () => {
    service = await startTestService({ now: new Date('2026-11-20T08:00:00Z') })
    customer = await createAgentScene(service, 'acme')
    const credential = (await customer.hasCredential()).id
    const { id } = await customer.hasDevice({ name: 'leaf1', platform: 'arista_eos', credential_id: credential })
    await customer.hasDevice({ name: 'leaf2', platform: 'arista_eos', credential_id: credential })
    await customer.backUpTexts(id, texts)
    const upgraded = texts.version.replaceAll('4.22.1FX-VEOSRouter-cloud', '4.36.0.1F')
    const config = texts['running-config'].replaceAll('4.22.1FX-VEOSRouter-cloud', '4.36.0.1F')
    await customer.backUpTexts(id, { ...texts, version: upgraded, 'running-config': config })
    const { token } = await service.as('tenant_operator', customer)
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
  })
  after(async () => {
    user.end()
    await service.close()
  })

  const said = async (...args: string[]) => {
    const { code, output, errors } = await user.coffer(args)
    expect(code, errors).to.equal(0)
    return output
  }
  const rows = (output: string) =>
    output
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/))

  it('list them for each device, also those without any', async () => {
    expect(rows(await said('devices', '--facts', '--sort', 'name'))).to.deep.equal([
      ['NAME', 'VENDOR', 'MODEL', 'SERIAL', 'VERSION', 'SUPPORT ENDS', 'HOSTNAME'],
      ['leaf1', 'Arista', 'vEOS', serial, '4.36.0.1F', '-', 'VEOS1'],
      ['leaf2', '-', '-', '-', '-', '-', '-'],
    ])
  })

  it('filter devices by them', async () => {
    const found = async (...filter: string[]) =>
      JSON.parse(await said('devices', ...filter, '--json')).map(({ name }: { name: string }) => name)

    expect(await found('--os-version', '4.36.0.1F', '--vendor', 'Arista')).to.deep.equal(['leaf1'])
    expect(await found('--serial', 'another')).to.deep.equal([])
  })

  it('list when a device was upgraded, latest first', async () => {
    const [title, ...periods] = rows(await said('devices', 'facts', 'leaf1'))

    expect(title).to.deep.equal(['FIRST SEEN', 'LAST SEEN', 'CHANGED', 'MODEL', 'SERIAL', 'VERSION', 'HOSTNAME'])
    expect(periods.map((period) => period.slice(2))).to.deep.equal([
      ['os_version', 'vEOS', serial, '4.36.0.1F', 'VEOS1'],
      ['-', 'vEOS', serial, '4.22.1FX-VEOSRouter-cloud', 'VEOS1'],
    ])
    expect(periods[0]![0]).to.match(/^2026-11-20 /)
    const { code, output, errors } = await user.coffer(['devices', 'facts', 'leaf2'])
    expect([code, output, errors]).to.deep.equal([0, '', 'no facts yet\n'])
  })

  it('export them as columns of the table, which an import ignores', async () => {
    const table = await said('export', '--format', 'csv')
    const exported = parse(table, { columns: true }) as Record<string, string>[]

    const facts = exported.map(({ name, fact_hostname: hostname, vendor, model, serial, os_version: release }) => ({
      ...{ name, hostname, vendor, model, serial, release },
    }))
    expect(facts).to.deep.equal([
      { name: 'leaf1', hostname: 'VEOS1', vendor: 'Arista', model: 'vEOS', serial, release: '4.36.0.1F' },
      { name: 'leaf2', hostname: '', vendor: '', model: '', serial: '', release: '' },
    ])
  })
})
