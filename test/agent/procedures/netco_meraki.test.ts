import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import type { DeviceFailure } from '../../../agent/device-failure.ts'
import { merakiEndpoints } from '../../../shared/platforms/meraki-endpoints.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import { netcoMeraki } from '../../../shared/platforms/netco_meraki.ts'
import { failureOf } from '../../support/failure-of.ts'
import { collectFromMeraki } from '../../support/collect-from-meraki.ts'
import {
  aMerakiWorld,
  merakiKey,
  startMerakiSimulator,
  type MerakiSimulator,
  type MerakiSimulatorOptions,
} from '../../support/meraki-simulator.ts'
import { fixture } from '../../support/recordings.ts'

describe('a Meraki network', () => {
  let cloud: MerakiSimulator
  const start = async (options: MerakiSimulatorOptions = {}) => (cloud = await startMerakiSimulator(options))

  afterEach(() => cloud.close())

  it('is read into one document per artifact, with members by name', async () => {
    await start()

    const { documents, captured, log } = await collectFromMeraki(cloud)

    expect(Object.keys(documents)).to.deep.equal(['network', 'appliance', 'wireless', 'switch'])
    expect(captured.failed).to.deep.equal([])
    expect(documents['network']).to.include({ networkId: 'N_1', artifact: 'network' })
    expect(documents['network']?.resources['/networks/N_1']).to.include({ name: 'HQ' })
    expect(documents['network']?.resources).to.include.keys(
      '/devices/Q2AA-AAAA-0003',
      '/organizations/2930418/policyObjects',
    )
    expect(documents['appliance']?.resources).to.include.keys(
      '/networks/N_1/appliance/vlans',
      '/devices/Q2AA-AAAA-0001/appliance/uplinks/settings',
    )
    expect(documents['switch']?.resources).to.include.keys('/devices/Q2AA-AAAA-0002/switch/ports')
    const text = captured.texts[0]?.raw.toString() ?? ''
    expect(text.split('\n').filter((line) => /^ {2}"/.test(line))).to.deep.equal([
      '  "absent": {},',
      '  "artifact": "network",',
      '  "failed": {},',
      '  "networkId": "N_1",',
      '  "resources": {',
    ])
    expect(log.join('\n')).to.not.contain(merakiKey)
  })

  it('is requested with every configuration endpoint of the vendor’s client, except global ones', async () => {
    await start()
    const listed = JSON.parse(fixture('netco_meraki/backup-endpoints.json').toString()) as Record<
      string,
      { path: string }[]
    >
    const paths = (group: string) => listed[group]?.map(({ path }) => path) ?? []

    expect(merakiEndpoints.network).to.include.members([...paths('network'), ...paths('organisation-shared')])
    for (const key of ['appliance', 'wireless', 'switch'] as const)
      expect(merakiEndpoints[key]).to.deep.equal(paths(key))
  })

  it('has each device, wireless network and interface requested at its own path', async () => {
    await start()

    await collectFromMeraki(cloud)

    const paths = cloud.paths()
    const about = (pattern: RegExp) => paths.filter((path) => pattern.test(path))
    expect(about(/^\/devices\/[^/]+$/)).to.have.length(3)
    expect(about(/^\/devices\/[^/]+\/switch\/ports$/)).to.deep.equal(['/devices/Q2AA-AAAA-0002/switch/ports'])
    expect(about(/ssids\/\d+\/hotspot20$/)).to.deep.equal([
      '/networks/N_1/wireless/ssids/0/hotspot20',
      '/networks/N_1/wireless/ssids/1/hotspot20',
    ])
    expect(about(/^\/devices\/.*\/routing\/interfaces\/[^/]+\/dhcp$/)).to.have.length(1)
    expect(about(/stacks\/[^/]+\/routing\/interfaces\/[^/]+\/dhcp$/)).to.have.length(1)
    expect(about(/configTemplates/)).to.deep.equal([])
    const once = paths.filter((path) => path !== '/networks/N_1') // requested again to check that it still exists
    expect(new Set(once).size, 'nothing is asked twice').to.equal(once.length)
  })

  it('compares equal when only live values changed, and different when a setting did', async () => {
    await start()
    const before = await collectFromMeraki(cloud)
    const after = await collectFromMeraki(cloud)
    cloud.world.organisations[0]!.networks[0]!.settings = { '/networks/N_1/snmp': { access: 'none' } }
    const changed = await collectFromMeraki(cloud)
    const compared = (run: typeof before, key: string) =>
      normaliseText(netcoMeraki, key, run.captured.texts.find((text) => text.key === key)!.raw).toString()

    for (const key of ['network', 'appliance', 'wireless', 'switch']) {
      expect(compared(after, key), key).to.equal(compared(before, key))
    }
    expect(before.captured.texts[0]?.raw.equals(after.captured.texts[0]!.raw), 'live values moved').to.equal(false)
    expect(compared(changed, 'network')).to.not.equal(compared(before, 'network'))
    expect(compared(changed, 'switch')).to.equal(compared(before, 'switch'))
  })

  it('reports artifacts of products it lacks as absent, not failed', async () => {
    await start()

    const { captured, documents } = await collectFromMeraki(cloud, { netco_network_id: 'L_2' })

    expect(captured.absent.map(({ key }) => key)).to.deep.equal(['appliance', 'switch'])
    expect(captured.absent[0]?.reason).to.deep.equal(
      message('artifact_not_of_network', { artifact: 'appliance', products: ['wireless'] }),
    )
    expect(Object.keys(documents)).to.deep.equal(['network', 'wireless'])
  })

  it('lists unavailable features in the document', async () => {
    await start()
    const errors = ['VLANs are not enabled for this network']
    cloud.breakAt(/\/appliance\/vlans$/, jsonAnswer(400, { errors }))

    const { documents, captured } = await collectFromMeraki(cloud)

    expect(documents['appliance']?.absent['/networks/N_1/appliance/vlans']).to.deep.equal({ status: 400, errors })
    expect(documents['appliance']?.absent).to.include.keys('/organizations/2930418/appliance/uplinks/nat/byNetwork')
    expect(captured.texts.flatMap(({ problems = [] }) => problems)).to.deep.equal([])
  })

  it('is stored without a failing endpoint, which is named', async () => {
    await start()
    cloud.breakAt(/\/switch\/stp$/, jsonAnswer(500, { errors: ['oops'] }))
    cloud.breakAt(/\/switch\/mtu$/, jsonAnswer(403, { errors: ['not yours'] }))

    const { captured, documents } = await collectFromMeraki(cloud)

    const problems = captured.texts.find(({ key }) => key === 'switch')?.problems
    expect(problems).to.deep.equal([
      message('warning_request_failed', {
        artifact: 'switch',
        path: '/networks/N_1/switch/mtu',
        seen: '403: not yours',
      }),
      message('warning_request_failed', { artifact: 'switch', path: '/networks/N_1/switch/stp', seen: '500: oops' }),
    ])
    expect(documents['switch']?.failed).to.deep.equal({
      '/networks/N_1/switch/mtu': { code: 'privilege_insufficient' },
      '/networks/N_1/switch/stp': { code: 'request_failed' },
    })
    expect(cloud.paths().filter((path) => path.endsWith('/stp'))).to.have.length(5)
    expect(cloud.paths().filter((path) => path.endsWith('/mtu'))).to.have.length(1)
  })

  it('fails an artifact when most of it fails', async () => {
    await start()
    cloud.breakAt(/\/switch\//, jsonAnswer(403, { errors: ['not yours'] }))

    const { captured } = await collectFromMeraki(cloud)

    expect(captured.failed.map(({ key, code }) => [key, code])).to.deep.equal([['switch', 'privilege_insufficient']])
    expect(captured.texts.map(({ key }) => key)).to.deep.equal(['network', 'appliance', 'wireless'])
  })

  it('fails when the key loses access during the backup, however much was read', async () => {
    await start()
    cloud.breakAt(/\/switch\/(?:stp|stormControl)$/, jsonAnswer(404, { errors: [] }))
    cloud.breakAt(/\/networks\/N_1$/, jsonAnswer(404, { errors: [] }), Infinity, 1)

    const gone = await failedRun(collectFromMeraki(cloud, { artifacts: ['switch'] }))

    expect(gone.code).to.equal('network_not_found')
  })

  it('fails when it was deleted, before or during the backup', async () => {
    await start()
    const unknown = await failedRun(collectFromMeraki(cloud, { netco_network_id: 'N_999' }))
    cloud.breakAt(/\/wireless\/|\/networks\/N_1$/, jsonAnswer(404, { errors: [] }))
    const gone = await failedRun(collectFromMeraki(cloud))

    expect(unknown.code).to.equal('network_not_found')
    expect(gone.code).to.equal('network_not_found')
  })

  for (const [what, fault, times] of [
    ['too many requests, with Retry-After', jsonAnswer(429, { errors: ['slow down'] }, { 'retry-after': '0' }), 2],
    ['too many requests, without Retry-After', { kind: 'answer', answer: { status: 429, body: 'nginx' } }, 2],
    ['a server error', jsonAnswer(503, {}), 3],
    ['invalid JSON', { kind: 'answer', answer: { status: 200, body: '{"half":' } }, 1],
    ['a connection that is cut', { kind: 'cut', afterBytes: 3 }, 1],
    ['a connection that is reset', { kind: 'reset' }, 2],
    ['a response that arrives byte by byte', { kind: 'slow', pieceBytes: 7 }, 1],
    ['a response of another type', { kind: 'type', contentType: 'text/html' }, 1],
  ] as const) {
    it(`is read despite ${what}`, async () => {
      await start()
      cloud.breakAt(/\/appliance\/ports$/, fault, times)

      const { documents, captured } = await collectFromMeraki(cloud)

      expect(documents['appliance']?.resources).to.include.keys('/networks/N_1/appliance/ports')
      expect(captured.texts.flatMap(({ problems = [] }) => problems)).to.deep.equal([])
    })
  }

  it('is never stored truncated, wherever a connection breaks', async () => {
    await start()
    const whole = Buffer.byteLength(JSON.stringify(new Array(15).fill({ name: 'Unconfigured SSID 4' })))
    for (let afterBytes = 0; afterBytes < whole; afterBytes += 150) {
      cloud.breakAt(/\/wireless\/ssids$/, { kind: 'cut', afterBytes }, 1)
    }

    const { documents } = await collectFromMeraki(cloud, { artifacts: ['wireless'] })

    expect(documents['wireless']?.resources['/networks/N_1/wireless/ssids']).to.have.length(15)
  })

  it('reports an endpoint that repeatedly returns a proxy’s page', async () => {
    await start()
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Blocked by policy</html>' }
    cloud.breakAt(/\/appliance\/ports$/, { kind: 'answer', answer: page })

    const { documents, captured } = await collectFromMeraki(cloud)

    expect(documents['appliance']?.failed).to.deep.equal({
      '/networks/N_1/appliance/ports': { code: 'protocol_error' },
    })
    expect(captured.texts.flatMap(({ problems = [] }) => problems)).to.have.length(1)
  })

  it('fails when the key is revoked during the backup, and requests nothing more', async () => {
    await start()
    cloud.breakAt(/\/switch\//, jsonAnswer(401, { errors: ['Invalid API key'] }))

    const failure = await failedRun(collectFromMeraki(cloud))

    expect(failure.code).to.equal('auth_failed')
    expect(cloud.paths().filter((path) => path.includes('/switch/'))).to.have.length(1)
  })

  it('fails after the usual attempts if nothing listens', async () => {
    await start()
    const gone = { ...cloud, baseUrl: 'https://127.0.0.1:1/api/v1' }

    const failure = await failedRun(collectFromMeraki(gone))

    expect(failure.code).to.equal('connection_refused')
  })

  it('fails when another certificate appears during the backup', async () => {
    await start()
    cloud.breakAt(/./, { kind: 'close' })
    const run = failedRun(collectFromMeraki(cloud))
    while (!cloud.paths().includes('/networks/N_1/devices')) await new Promise((resolve) => setImmediate(resolve))
    cloud.changeCertificate()

    expect((await run).code).to.equal('tls_untrusted')
  })

  it('is read completely while the vendor limits requests, updating the shared rate limit', async () => {
    await start({ limitEvery: 7 })

    const { captured, held } = await collectFromMeraki(cloud)

    expect(captured.texts).to.have.length(4)
    expect(captured.texts.flatMap(({ problems = [] }) => problems)).to.deep.equal([])
    expect(held).to.include('2930418')
  })

  it('is read directly from its shard after the first redirect', async () => {
    await start({ hasShards: true })

    const { captured } = await collectFromMeraki(cloud, { netco_org_id: '2930418' })

    const atEntry = cloud.requests.filter(({ headers }) => headers.host === cloud.entry)
    expect(captured.texts).to.have.length(4)
    expect(atEntry.map(({ path }) => path)).to.deep.equal([
      '/api/v1/administered/identities/me',
      '/api/v1/networks/N_1',
    ])
  })

  it('is read page by page to the end, wherever the next page is', async () => {
    const world = aMerakiWorld()
    const { networks } = world.organisations[0]!
    for (let at = 3; at < 8; at++) networks.push({ ...networks[1]!, id: `L_${at}`, name: `Store ${at}`, boxes: [] })
    await start({ world, hasShards: true })

    const { documents } = await collectFromMeraki(cloud)

    const path = '/organizations/2930418/appliance/trafficShaping/vpnExclusions/byNetwork'
    expect(cloud.paths().filter((one) => one === path)).to.have.length(4)
    expect(documents['appliance']?.resources[path]).to.deep.equal([{ networkId: 'N_1', networkName: 'HQ', custom: [] }])
  })

  for (const [what, headers] of [
    ['a redirect to another host', { location: 'https://api.meraki.com.example.net/api/v1/networks/N_1' }],
    ['a redirect to a name that resembles the vendor’s', { location: 'https://evilmeraki.com/api/v1/networks/N_1' }],
    ['a redirect without TLS', { location: 'http://n1.meraki.com/api/v1/networks/N_1' }],
    ['a redirect to another port of the vendor', { location: 'https://n1.meraki.com:8443/api/v1/networks/N_1' }],
    ['a redirect to nowhere', {}],
  ] as [string, Record<string, string>][]) {
    it(`fails at ${what}, without sending the key there`, async () => {
      await start()
      cloud.breakAt(/\/networks\/N_1$/, { kind: 'answer', answer: { status: 302, headers, body: '' } })

      const failure = await failedRun(collectFromMeraki(cloud))

      expect(failure.code).to.equal('protocol_error')
      expect(failure).to.have.nested.property('expected.code', 'expected_redirect_to_vendor')
    })
  }

  it('fails when the next page is on another host', async () => {
    await start()
    const link = '<https://example.net/api/v1/networks/N_1/devices?startingAfter=x>; rel=next'
    cloud.breakAt(/\/networks\/N_1\/devices$/, jsonAnswer(200, [], { link }))

    const failure = await failedRun(collectFromMeraki(cloud))

    expect(failure.code).to.equal('protocol_error')
  })

  it('fails with a refused key, which is sent once', async () => {
    await start()
    const failure = await failedRun(collectFromMeraki(cloud, {}, { key: 'another-Key-which-is-wrong' }))

    expect(failure.code).to.equal('auth_failed')
    expect(failure.message).to.not.contain('another-Key')
    expect(cloud.requests).to.have.length(1)
  })

  it('fails at an invalid certificate before the key is sent', async () => {
    await start()
    const failure = await failedRun(collectFromMeraki(cloud, {}, { authorities: [] }))

    expect(failure.code).to.equal('tls_untrusted')
    expect(cloud.requests).to.have.length(0)
  })

  it('has its masked values counted in the log and on the version', async () => {
    const world = { ...aMerakiWorld(), isReadOnly: true }
    await start({ world })

    const { captured, log } = await collectFromMeraki(cloud)

    const masked = Object.fromEntries(captured.texts.map(({ key, metadata }) => [key, metadata['masked']]))
    expect(masked['wireless']).to.deep.equal({ secrets: 3 })
    expect(masked['appliance']).to.deep.equal({ secrets: 1 })
    expect(log.join('\n')).to.contain('log_dashboard_masked wireless: 3 values')
  })

  it('is read with the template that it is bound to', async () => {
    const world = aMerakiWorld()
    world.organisations[0]!.networks[1]!.configTemplateId = 'L_90'
    await start({ world })

    const { documents } = await collectFromMeraki(cloud, { netco_network_id: 'L_2' })

    expect(documents['wireless']?.resources).to.include.keys(
      '/networks/L_2/wireless/ssids',
      '/networks/L_90/wireless/ssids',
    )
    expect(documents['network']?.resources['/organizations/2930418/configTemplates']).to.deep.equal([
      { id: 'L_90', name: 'template L_90' },
    ])
  })

  it('is not read by an agent', async () => {
    await start()
    const failure = await failedRun(collectFromMeraki(cloud, {}, { isAgent: true }))

    expect(failure.code).to.equal('platform_unsupported')
  })
})

async function failedRun(run: Promise<unknown>): Promise<DeviceFailure> {
  return (await failureOf(run)) as DeviceFailure
}

function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', ...headers }
  return { kind: 'answer', answer: { status, headers: all, body: JSON.stringify(body) } } as const
}
