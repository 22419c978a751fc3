import { message } from '../../../../shared/messages/message.ts'
import { expect } from 'chai'
import { collectDevice } from '../../../../agent/collect/collect.ts'
import type { CredentialSecrets } from '../../../../agent/job-spec.ts'
import { answererOf, readApiCaptures } from '../../../support/api-captures.ts'
import { apiDeps, apiOrder, collectOverApi } from '../../../support/collect-over-api.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { startHttpsDevice, type DeviceAnswer, type HttpsDevice } from '../../../support/https-device.ts'

let device: HttpsDevice

describe('the login to a device API', () => {
  afterEach(() => device.close())

  it('sends the password to a Nexus once, then only its cookie', async () => {
    await start('netco_nxos/api/n7k-ins-api')

    const { log } = await collectOverApi(device, 'netco_nxos')

    const [first, ...others] = device.requests.map(({ headers }) => headers)
    expect(first?.authorization).to.match(/^Basic /)
    for (const headers of others) expect(headers).to.not.have.property('authorization')
    for (const headers of others) expect(headers.cookie).to.equal('nxapi_auth=dGVzdA==:abc')
    expect(log.join('\n')).to.not.contain('dGVzdA==')
  })

  it('logs in again when a Nexus drops its cookie, and continues without one', async () => {
    await start('netco_nxos/api/n9k-json-rpc')
    device.breakAt({ kind: 'answer', answer: { status: 401 } }, ({ headers }) => headers.cookie !== undefined)
    const cookie = { 'set-cookie': 'nxapi_auth=expired; Secure' }
    const identify = { jsonrpc: '2.0', result: { msg: 'nxos-spine1\n' }, id: 1 }
    const answer = { status: 200, headers: cookie, body: JSON.stringify(identify) }
    device.breakAt({ kind: 'answer', answer }, ({ body }) => body.includes('cli_ascii'), 1)

    const { captured } = await collectOverApi(device, 'netco_nxos')

    expect(captured.texts.map(({ key }) => key)).to.deep.equal(['running-config'])
    expect(device.requests.filter(({ headers }) => headers.cookie !== undefined)).to.have.length(1)
  })

  it('distinguishes an expired token from an invalid one, which it does not repeat', async () => {
    await start('fwco_fortios/api/vm-6.4')
    device.breakAt({ kind: 'answer', answer: { status: 401 } }, ({ path }) => path.endsWith('/backup'))

    const failure = await failureOf(collectOverApi(device, 'fwco_fortios'))

    expect(failure).to.include({ code: 'auth_failed' })
    expect(failure.message).to.contain('reading full-configuration').and.contain('expiry')
    expect(device.requests).to.have.length(2)
  })

  it('requests a PAN-OS key by form, and logs neither key nor password', async () => {
    const password = 'a b&c=d+e%/"ü'
    device = await startHttpsDevice(({ body, headers }) => {
      const form = new URLSearchParams(body)
      if (form.get('type') === 'keygen') return said(form.get('password') === password ? keyed : refused)
      return said(headers['x-pan-key'] === 'LUFR+/==' ? (form.get('type') === 'op' ? firewall : 'no') : refused)
    })

    const run = await withCredential('pafw_panos', { username: 'backup', password })

    expect(run).to.deep.include({
      code: 'protocol_error',
      step: message('step_reading', { artifact: 'running-config' }),
    })
    expect(device.requests.map(({ path, query }) => [path, query.toString()])).to.deep.equal(
      device.requests.map(() => ['/api/', '']),
    )
    for (const secret of [password, 'LUFR+/==']) expect(run.message).to.not.contain(secret)
  })

  it('accepts a pasted key, and rejects a key with spaces', async () => {
    await start('pafw_panos/api/vm-9.1')

    const failure = await withCredential('pafw_panos', { username: 'backup', api_token: 'two words' })
    await collectDevice(
      {
        ...apiOrder(device, 'pafw_panos', { artifacts: ['running-config'] }),
        credentials: { api: { username: 'backup', api_token: 'api-Token2\n' } },
      },
      apiDeps([]),
    )

    expect(failure).to.include({ code: 'credential_unusable' })
    expect(device.requests).to.have.length(2)
  })

  it('requests a second PAN-OS key if the first expires, but no third', async () => {
    let made = 0
    device = await startHttpsDevice(({ body }) => {
      if (!body.includes('type=keygen')) return said(refused)
      made += 1
      return said(keyed)
    })

    expect(await withCredential('pafw_panos', { username: 'backup', password: 'secret-1' })).to.include({
      code: 'auth_failed',
    })
    expect(made).to.equal(2)
  })

  for (const [does, status, body, code] of [
    ['is overloaded', 503, 'no', 'device_busy'],
    ['is another web server', 200, '<html><title>Login</title></html>', 'protocol_error'],
    ['returns no key', 200, '<response status="success"><result/></response>', 'protocol_error'],
    [
      'returns an invalid header value',
      200,
      `<response status="success"><result><key>a\nb</key></result></response>`,
      'protocol_error',
    ],
    ['returns too much', 200, `<response status="success"><result>${'x'.repeat(100_000)}`, 'protocol_error'],
    ['rejects the login', 401, '', 'auth_failed'],
  ] as const) {
    it(`reports why a PAN-OS that ${does} issues no key`, async () => {
      device = await startHttpsDevice(() => ({ ...said(body), status }))

      const failure = await withCredential('pafw_panos', { username: 'backup', password: 'secret-1' })

      expect(failure).to.deep.include({ code, step: message('step_logging_in_to_api') })
      expect(device.requests).to.have.length(1)
    })
  }

  for (const [lacking, platform, path, credential] of [
    [
      'a key and a password for a firewall',
      'pafw_panos',
      'vm-9.1',
      { username: 'backup', ssh_private_key: 'secret-1' },
    ],
    ['a token for a FortiGate', 'fwco_fortios', 'vm-6.4', { username: 'backup', password: 'secret-1' }],
    ['a password for a router', 'netco_iosxe', 'model-json', { username: 'backup', api_token: 'secret-1' }],
  ] as const) {
    it(`sends nothing without ${lacking}`, async () => {
      await start(`${platform}/api/${path}`)

      expect(await withCredential(platform, credential)).to.include({ code: 'credential_missing' })
      expect(device.requests).to.deep.equal([])
    })
  }

  it('rejects a user name that could be read as another with a longer password', async () => {
    await start('netco_iosxe/api/model-json')

    const failure = await withCredential('netco_iosxe', { username: 'back:up', password: 'secret-1' })

    expect(failure).to.include({ code: 'credential_unusable' })
  })
})

const keyed = '<response status="success"><result><key>LUFR+/==</key></result></response>'
const refused = `<response status = 'error' code = '403'><result><msg>Invalid Credential</msg></result></response>`
const firewall =
  '<response status="success"><result><system><model>PA-440</model><serial>1</serial><sw-version>11.1.2</sw-version></system></result></response>'

function said(body: string): DeviceAnswer {
  return { status: 200, headers: { 'content-type': 'application/xml; charset=UTF-8' }, body }
}

async function start(capture: string): Promise<void> {
  const found = readApiCaptures().find(({ path }) => path === `${capture}/capture.yaml`)
  if (!found) throw new Error(`no capture ${capture}`)
  device = await startHttpsDevice(answererOf(found))
}

function withCredential(platform: string, api: CredentialSecrets) {
  return failureOf(collectDevice({ ...apiOrder(device, platform), credentials: { api } }, apiDeps([])))
}
