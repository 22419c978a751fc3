import { expect } from 'chai'
import { inScope } from '../../service/store/scope.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { approveFingerprint, backUpDevice } from '../support/finished-runs.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'
import { type DeviceScene, createDeviceScene } from '../support/scene/device-scene.ts'
import { type Client, must, type TestService } from '../support/service.ts'
import { noFaults } from '../support/shell-device.ts'
import { startShellSimulator } from '../support/ssh-simulator.ts'

type Schemas = components['schemas']

const routes = 'Codes: C - connected\nC    192.0.2.0/24 is directly connected\nS    198.51.100.0/24 via 192.0.2.1\n'

describe('extra commands', () => {
  let scene: DeviceScene
  let service: TestService
  let admin: Client
  let router: IosSimulator
  let device: Schemas['Device']
  let command: Schemas['ExtraCommand']

  before(async () => {
    scene = await createDeviceScene()
    ;({ service, admin } = scene)
    router = await startIosSimulator({ answers: { 'show ip route': routes } })
    device = await addDevice('netco_iosxe', router, { artifacts: ['running-config'] })
    must(await admin.patch(`/api/devices/${device.id}`, { tags: ['core'] }), 200)
  })

  after(async () => {
    await router?.close()
    await scene?.close()
  })

  async function addDevice(platform: string, simulator: Simulator, options: Schemas['NewDevice']['options'] = {}) {
    const added = await scene.hasSimulated(simulator, { platform, options })
    expect((await backUpDevice(admin, added)).status).to.equal('blocked')
    await approveFingerprint(admin, added, simulator.hostKeyFingerprint)
    return added
  }
  const add = async (body: object): Promise<Schemas['ExtraCommand']> =>
    must(await admin.post('/api/extra-commands', { platform: 'netco_iosxe', ...body }), 201)
  const remove = async ({ id }: { id: string }) => must(await admin.delete(`/api/extra-commands/${id}`), 204)
  const lineages = async (of = device): Promise<Schemas['Artifact'][]> =>
    must(await admin.get(`/api/devices/${of.id}/artifacts`), 200)
  const versionsOf = async (key: string, of = device): Promise<Schemas['Version'][]> => {
    const found = (await lineages(of)).find((one) => one.key === key)
    return found ? must(await admin.get(`/api/artifacts/${found.id}/versions`), 200) : []
  }
  const textOf = async ({ id }: { id: string }) =>
    (await admin.get(`/api/artifacts/versions/${id}/content`)).bytes.toString()
  const outcomes = (run: Schemas['Run']) => run.artifacts?.map(({ key, outcome }) => `${key} ${outcome}`)

  it('store their output as artifacts of their own, read after the configuration', async () => {
    command = await add({ key: 'extra-routes', command: 'show ip route', contains: '^Codes:' })

    const run = await backUpDevice(admin, device)

    const [version] = await versionsOf('extra-routes')
    expect(run.status, JSON.stringify(run)).to.equal('succeeded')
    expect((await lineages()).map(({ key }) => key)).to.deep.equal(['extra-routes', 'running-config'])
    expect(await textOf(version!)).to.equal(routes)
    expect(router.commandsSeen.filter((line) => line.startsWith('show'))).to.deep.equal([
      'show running-config',
      'show ip route',
    ])
  })

  it('create a version only of the artifact that changed', async () => {
    router.set({ answers: { 'show ip route': routes.split('\n').slice(0, 2).join('\n') + '\n' } })

    const run = await backUpDevice(admin, device)

    const [latest] = await versionsOf('extra-routes')
    expect(outcomes(run)).to.deep.equal(['running-config unchanged', 'extra-routes changed'])
    expect(latest).to.deep.include({ added: 0, removed: 1, suspicious: [] })
    expect(await versionsOf('running-config')).to.have.length(1)
  })

  it('end the run as partial and store the configuration if the device rejects one', async () => {
    router.set({ answers: {} })

    const run = await backUpDevice(admin, device)

    expect(run.status).to.equal('partial')
    expect(outcomes(run)).to.deep.equal(['running-config unchanged', 'extra-routes failed'])
    expect(run.artifacts?.[1]).to.include({ code: 'command_refused' })
  })

  for (const [title, cut] of [
    ['is refused as truncated without its required line', null],
    ['ends without the rest of the dialogue', { command: 'show ip route', bytes: 10, then: 'hang up' }],
  ] as const) {
    it(`end the run as partial and store the configuration if an output ${title}`, async () => {
      router.set({ answers: { 'show ip route': cut ? routes : 'no routes\n', 'show clock': '10:00:00\n' }, cut })
      const later = await add({ key: 'extra-time', command: 'show clock' })

      const run = await backUpDevice(admin, device)
      router.set({ cut: null, answers: { 'show ip route': routes } })
      await remove(later)

      expect(run.status).to.equal('partial')
      expect(run.artifacts?.find(({ key }) => key === 'running-config')).to.include({ outcome: 'unchanged' })
      expect(run.artifacts?.find(({ key }) => key === 'extra-routes')).to.include({
        outcome: 'failed',
        code: cut ? 'connection_lost' : 'output_truncated',
      })
      expect(run.artifacts?.find(({ key }) => key === 'extra-time')).to.include({ outcome: cut ? 'failed' : 'changed' })
    })
  }

  it('apply to one device before its tags, and to a tag before the customer', async () => {
    const ofTag = await add({ key: 'extra-routes', command: 'show ip route summary', tag: 'core' })
    const ofOtherTag = await add({ key: 'extra-arp', command: 'show ip arp', tag: 'edge' })
    const ofDevice = await add({ key: 'extra-routes', command: 'show ip route static', device_id: device.id })
    const effective = async () =>
      must(await admin.get(`/api/devices/${device.id}/extra-commands`), 200).map((one: { id: string }) => one.id)
    router.set({ answers: { 'show ip route static': 'Codes: S\n' } })

    await backUpDevice(admin, device)
    const [version] = await versionsOf('extra-routes')
    const withAll = await effective()
    await remove(ofDevice)
    const withTag = await effective()
    await remove(ofTag)
    const withNone = await effective()
    await remove(ofOtherTag)

    expect(await textOf(version!)).to.equal('Codes: S\n')
    expect([withAll, withTag, withNone]).to.deep.equal([[ofDevice.id], [ofTag.id], [command.id]])
  })

  it('are not sent by the agent if they could change the device, even though the service stored them', async () => {
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx.raw(`update extra_commands set command = 'reload' where id = ?`, [command.id]),
    )

    const run = await backUpDevice(admin, device)

    expect(run.status).to.equal('partial')
    expect(outcomes(run)).to.include('running-config unchanged').and.include('extra-routes failed')
    expect(router.commandsSeen).not.to.include('reload')
  })

  it('keep their versions readable and comparable when they are deleted', async () => {
    await remove(command)

    const run = await backUpDevice(admin, device)
    const [newer, older] = await versionsOf('extra-routes')
    const query = `from=${older?.id}&to=${newer?.id}`
    const difference = await admin.get(`/api/artifacts/${newer?.artifact_id}/diff?${query}`)
    const current = await admin.get(`/api/devices/${device.id}/config?artifact=extra-routes`)

    expect(outcomes(run)).to.deep.equal(['running-config unchanged'])
    expect(must(difference, 200)).to.include({ added: 1, removed: 2 })
    expect(current.bytes.toString()).to.equal('Codes: S\n')
  })

  it('run on a device whose platform is a document of the product', async () => {
    const text = '! Command: show running-config\n! device: leaf1 (vEOS, EOS-4.30.1F)\n!\nhostname leaf1\n!\nend\n'
    const simulator = await startShellSimulator(() => aSwitch(text), noFaults())
    const leaf = await addDevice('arista_eos', simulator)
    await add({ platform: 'arista_eos', key: 'extra-mlag', command: 'show mlag' })

    const run = await backUpDevice(admin, leaf)
    const [version] = await versionsOf('extra-mlag', leaf)
    await simulator.close()

    expect(outcomes(run)).to.include('running-config changed').and.include('extra-mlag changed')
    expect(await textOf(version!)).to.equal('MLAG Configuration: disabled\n')
  })
})

interface Simulator {
  port: number
  hostKeyFingerprint: string
}

function aSwitch(text: string) {
  const answers: Record<string, string> = {
    'show running-config': text,
    'show mlag': 'MLAG Configuration: disabled\n',
    'terminal length 0': 'Pagination disabled.\n',
  }
  return {
    prompt: () => 'leaf1#',
    obey(command: string) {
      if (command === 'exit' || command === 'logout') return { hangsUp: true } as const
      return answers[command] ?? '% Invalid input\n'
    },
  }
}
