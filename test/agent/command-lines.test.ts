import { expect } from 'chai'
import type { components } from '../../shared/contract/api-types.ts'
import { fortiosModel, withVdoms, type FortiosBehaviour } from '../support/fortios-device.ts'
import { nxosBehaviour, nxosModel, type NxosBehaviour } from '../support/nxos-device.ts'
import { aRealAgent, type RealAgent, type RunningAgent } from '../support/real-agent.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../support/service.ts'
import { startShellSimulator, type SshSimulator } from '../support/ssh-simulator.ts'
import { backUpDevice } from '../support/finished-runs.ts'

type Device = components['schemas']['Device']
type Version = components['schemas']['Version']

describe('device command lines, from the agent to the API', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let agent: RealAgent
  let running: RunningAgent

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    agent = await aRealAgent(service, customer)
    await agent.enroll()
    running = agent.run()
  })

  after(async () => {
    await running?.stop()
    agent?.remove()
    await service?.close()
  })

  const get = async (where: string) => must(await admin.get(where), 200)

  const backUp = (device: Device) => backUpDevice(admin, device)

  async function hasDevice(simulator: SshSimulator, platform: 'netco_nxos' | 'fwco_fortios', options = {}) {
    const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
    const device = await customer.hasDevice({
      platform,
      transport_pref: 'ssh',
      hostname: '127.0.0.1',
      credential_id: credential.id,
      options: { ssh_port: simulator.port, ...options },
    })
    expect(await backUp(device)).to.include({ status: 'blocked', error_code: 'fingerprint_unapproved' })
    const [key] = await get(`/api/trust/fingerprints?device_id=${device.id}`)
    must(await admin.post(`/api/trust/fingerprints/${key.id}/approve`, {}), 200)
    return device
  }

  async function versionsOf(device: Device, key: string): Promise<Version[]> {
    const artifacts = await get(`/api/devices/${device.id}/artifacts`)
    const artifact = artifacts.find((one: { key: string }) => one.key === key)
    return get(`/api/artifacts/${artifact.id}/versions`)
  }

  async function contentOf({ id }: Version): Promise<string> {
    return (await admin.get(`/api/artifacts/versions/${id}/content?download=true`)).bytes.toString('latin1')
  }

  describe('of netco_nxos', () => {
    let behaviour: NxosBehaviour
    let simulator: SshSimulator
    let device: Device

    before(async () => {
      behaviour = nxosBehaviour()
      simulator = await startShellSimulator(() => nxosModel(behaviour), behaviour)
      device = await hasDevice(simulator, 'netco_nxos')
    })
    after(() => simulator.close())

    it('yields a version of each text', async () => {
      const run = await backUp(device)

      expect(run).to.include({ status: 'succeeded', transport: 'ssh' })
      const [version] = await versionsOf(device, 'running-config')
      expect(version && (await contentOf(version))).to.equal(`${behaviour.runningConfig.trim()}\n`)
    })

    it('yields no version when only its clock changed, and one when a password did', async () => {
      behaviour.runningConfig = behaviour.runningConfig.replace(/^!Time: .*/m, '!Time: Sat Nov 21 10:00:00 2026')
      const same = await backUp(device)
      behaviour.runningConfig = behaviour.runningConfig.replace(/\$5\$\S+/, '$5$$ABCDEF$$0123456789')
      const changed = await backUp(device)

      expect([same.status, changed.status]).to.deep.equal(['unchanged', 'succeeded'])
      const [version] = await versionsOf(device, 'running-config')
      expect(version).to.include({ added: 1, removed: 1 })
    })
  })

  describe('of fwco_fortios', () => {
    let behaviour: FortiosBehaviour
    let simulator: SshSimulator
    let device: Device

    before(async () => {
      const account = { name: 'reader', mayWrite: false, mayShow: true, vdom: null }
      behaviour = withVdoms({ account })
      simulator = await startShellSimulator(() => fortiosModel(behaviour), behaviour)
      device = await hasDevice(simulator, 'fwco_fortios', { vdom: 'global' })
    })
    after(() => simulator.close())

    it('notes on the version its form and that secrets are masked', async () => {
      const run = await backUp(device)

      expect(run).to.include({ status: 'succeeded', transport: 'ssh' })
      const [version] = await versionsOf(device, 'full-configuration')
      expect(version?.metadata).to.deep.include({ form: 'full-configuration', masked: { secrets: 2 } })
      expect(JSON.stringify(await get(`/api/runs/${run.id}/log`))).to.contain('2 secrets are masked')
    })

    it('creates no version when only the encryption of secrets changed', async () => {
      behaviour.account = { ...behaviour.account, name: 'admin', mayWrite: true }
      await backUp(device)
      behaviour.account = { ...behaviour.account, name: 'other' }
      behaviour.global = behaviour.global.replace('ENC AAAA', 'ENC ZZZZ').replace('MIIFDjBABgk', 'MIIFDjBAZZZ')

      const again = await backUp(device)

      expect(again.status).to.equal('unchanged')
      const versions = await versionsOf(device, 'full-configuration')
      expect(versions).to.have.length(2)
      expect(versions[0] && (await contentOf(versions[0]))).to.contain('ENC AAAA')
    })
  })
})
