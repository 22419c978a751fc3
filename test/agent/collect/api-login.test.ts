import { expect } from 'chai'
import { collectDevice } from '../../../agent/collect/collect.ts'
import type { CredentialSecrets } from '../../../agent/job-order.ts'
import { answererOf, readApiCaptures } from '../../support/api-captures.ts'
import { apiDeps, apiOrder, collectOverApi } from '../../support/collect-over-api.ts'
import { failureOf } from '../../support/failure-of.ts'
import { startHttpsDevice, type HttpsDevice } from '../../support/https-device.ts'

let device: HttpsDevice

describe('logging in to an API', () => {
  afterEach(() => device.close())

  it('sends the password once to a Nexus, and its cookie after that', async () => {
    await start('netco_nxos/api/n7k-ins-api')

    const { log } = await collectOverApi(device, 'netco_nxos')

    const [first, ...others] = device.requests.map(({ headers }) => headers)
    expect(first?.authorization).to.match(/^Basic /)
    for (const headers of others) expect(headers).to.not.have.property('authorization')
    for (const headers of others) expect(headers.cookie).to.equal('nxapi_auth=dGVzdA==:abc')
    expect(log.join('\n')).to.not.contain('dGVzdA==')
  })

  it('logs in again when a Nexus knows its cookie no more, and does without it then', async () => {
    await start('netco_nxos/api/n9k-json-rpc')
    device.breakAt({ kind: 'answer', answer: { status: 401 } }, ({ headers }) => headers.cookie !== undefined)
    const cookie = { 'set-cookie': 'nxapi_auth=expired; Secure' }
    const hello = { jsonrpc: '2.0', result: { msg: 'nxos-spine1\n' }, id: 1 }
    const answer = { status: 200, headers: cookie, body: JSON.stringify(hello) }
    device.breakAt({ kind: 'answer', answer }, ({ body }) => body.includes('cli_ascii'), 1)

    const { captured } = await collectOverApi(device, 'netco_nxos')

    expect(captured.texts.map(({ key }) => key)).to.deep.equal(['running-config'])
    expect(device.requests.filter(({ headers }) => headers.cookie !== undefined)).to.have.length(1)
  })

  it('tells a token that runs out during the run from one that never was, and sends it no second time', async () => {
    await start('fwco_fortios/api/vm-6.4')
    device.breakAt({ kind: 'answer', answer: { status: 401 } }, ({ path }) => path.endsWith('/backup'))

    const failure = await failureOf(collectOverApi(device, 'fwco_fortios'))

    expect(failure).to.include({ code: 'auth_failed' })
    expect(failure.message).to.contain('reading full-configuration').and.contain('expired')
    expect(device.requests).to.have.length(2)
  })

  for (const [lacking, platform, path, credential] of [
    ['a token for a FortiGate', 'fwco_fortios', 'vm-6.4', { username: 'backup', password: 'secret-1' }],
    ['a password for a router', 'netco_iosxe', 'model-json', { username: 'backup', api_token: 'secret-1' }],
  ] as const) {
    it(`sends nothing without ${lacking}`, async () => {
      await start(`${platform}/api/${path}`)

      expect(await withCredential(platform, credential)).to.include({ code: 'credential_missing' })
      expect(device.requests).to.deep.equal([])
    })
  }

  it('refuses a user name that would be read as another one with a longer password', async () => {
    await start('netco_iosxe/api/model-json')

    const failure = await withCredential('netco_iosxe', { username: 'back:up', password: 'secret-1' })

    expect(failure).to.include({ code: 'credential_unusable' })
  })
})

async function start(capture: string): Promise<void> {
  const found = readApiCaptures().find(({ path }) => path === `${capture}/capture.yaml`)
  if (!found) throw new Error(`no capture ${capture}`)
  device = await startHttpsDevice(answererOf(found))
}

function withCredential(platform: string, api: CredentialSecrets) {
  return failureOf(collectDevice({ ...apiOrder(device, platform), credentials: { api } }, apiDeps([])))
}
