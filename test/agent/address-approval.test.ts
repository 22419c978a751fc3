import { expect } from 'chai'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { type HttpsDevice, startHttpsDevice } from '../support/https-device.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'
import { type RealAgent, type RunningAgent, aRealAgent, eventually } from '../support/real-agent.ts'
import { type Client, type Customer, type TestService, clientOf, must, startTestService } from '../support/service.ts'
import { finishedRun } from '../support/finished-runs.ts'

type Run = components['schemas']['Run']
type Device = components['schemas']['Device']
type Address = components['schemas']['DeviceAddress']

const token = 'PROD-FIREWALL-TOKEN'

describe('a credential bound to approved addresses', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  /** A client with an API token of a tenant_admin, as used by inventory programs. */
  let program: Client
  let agent: RealAgent
  let running: RunningAgent
  let firewall: HttpsDevice
  let thief: HttpsDevice
  let credentialId: string

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200 }
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    const made = must(await admin.post('/api/auth/tokens', { name: 'inventory', role: 'tenant_admin' }), 201)
    program = clientOf(service.url, made.token)
    agent = await aRealAgent(service, customer)
    await agent.enroll()
    running = agent.run()
    const answer = () => ({ status: 200, body: JSON.stringify({ version: 'v6.4.4', serial: 'FGVMK6TM20000000' }) })
    firewall = await startHttpsDevice(answer)
    thief = await startHttpsDevice(answer)
    credentialId = (await customer.hasCredential({ username: 'backup', api_token: token })).id
    const online = async () => (await get(`/api/agents/${agent.id}`)).status === 'online' || null
    await eventually('the agent is online', online)
  })

  after(async () => {
    await running?.stop()
    agent?.remove()
    await Promise.all([firewall?.close(), thief?.close()])
    await service?.close()
  })

  const get = async (where: string) => must(await admin.get(where), 200)

  const hasFirewall = (fields: Partial<components['schemas']['NewDevice']> = {}): Promise<Device> =>
    customer.hasDevice({
      platform: 'fwco_fortios',
      hostname: '127.0.0.1',
      transport_pref: 'api',
      credential_id: credentialId,
      options: { api_port: firewall.port, tls_fingerprint: firewall.fingerprint },
      ...fields,
    })

  async function tested(device: Device, by: Client = program): Promise<Run> {
    const { id }: Run = must(await by.post(`/api/devices/${device.id}/test`), 202)
    return finishedRun(admin, id)
  }

  const addressOf = async (device: Device): Promise<Address> =>
    (await get(`/api/trust/addresses?pending_only=false&device_id=${device.id}`))[0]

  const approve = async (device: Device, by = admin) => {
    const { digest } = await addressOf(device)
    return by.post(`/api/trust/addresses/${device.id}/approve`, { digest })
  }

  it('is not sent when an API token moves a device and accepts any certificate', async () => {
    const device = await hasFirewall({ options: { api_port: firewall.port } })
    const options = { api_port: thief.port, verify_tls: false }

    const lowered = await program.patch(`/api/devices/${device.id}`, { hostname: 'localhost', options })
    must(await program.patch(`/api/devices/${device.id}`, { options: { api_port: thief.port } }), 200)
    const run = await tested(device)
    must(await admin.patch(`/api/devices/${device.id}`, { options }), 200)
    const again = await tested(device)

    expect([lowered.status, lowered.body.missing]).to.deep.equal([403, 'session'])
    for (const one of [run, again]) {
      expect(one).to.include({ status: 'blocked', error_code: 'address_unapproved' })
      expect(one.error).to.contain('approve it under Trust')
    }
    expect(thief.connections()).to.be.greaterThan(0)
    expect(thief.requests).to.deep.equal([])
    const log = await get(`/api/runs/${again.id}/log`)
    expect(JSON.stringify(log)).to.not.contain(token)
  })

  it('is not sent to a device that an API token adds', async () => {
    const wanted = { name: 'core-fw-2', platform: 'fwco_fortios', hostname: '127.0.0.1', credential_id: credentialId }
    const options = { api_port: thief.port, verify_tls: false }
    const created = must(await program.post('/api/devices', { ...wanted, options }), 201)
    const seen = thief.requests.length

    const run = await tested(created)
    const approved = await program.post('/api/devices', {
      ...wanted,
      name: 'core-fw-3',
      options,
      approve_address: true,
    })

    expect(created.address_status).to.equal('pending')
    expect(run).to.include({ status: 'blocked', error_code: 'address_unapproved' })
    expect(thief.requests).to.have.length(seen)
    expect([approved.status, approved.body.missing]).to.deep.equal([403, 'session'])
  })

  it('is sent once a user approves the address in a session, which an API token cannot do', async () => {
    const device = await hasFirewall({ approve_address: false })

    const refused = await approve(device, program)
    const blocked = await tested(device)
    const answer = await approve(device)
    const run = await tested(device)

    expect([refused.status, refused.body.missing]).to.deep.equal([403, 'session'])
    expect(blocked).to.include({ status: 'blocked', error_code: 'address_unapproved' })
    expect(answer.body).to.include({ status: 'approved' })
    expect(answer.body.approved_destinations).to.deep.equal(answer.body.destinations)
    expect(run.error_code).to.not.equal('address_unapproved')
    expect(firewall.requests.at(-1)?.headers.authorization).to.equal(`Bearer ${token}`)
  })

  it('waits for approval of both host key and address', async () => {
    const router: IosSimulator = await startIosSimulator()
    try {
      const { id } = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
      const device = await customer.hasDevice({
        hostname: '127.0.0.1',
        credential_id: id,
        transport_pref: 'ssh',
        options: { ssh_port: router.port },
        approve_address: false,
      })

      const blocked = await tested(device)
      const [pending] = await get(`/api/trust/fingerprints?device_id=${device.id}&pending_only=true`)
      must(await admin.post(`/api/trust/fingerprints/${pending.id}/approve`), 200)
      const half = await tested(device)
      must(await approve(device), 200)
      const run = await tested(device)

      expect([blocked.error_code, half.error_code]).to.deep.equal(['address_unapproved', 'address_unapproved'])
      expect(pending.fingerprint).to.equal(router.hostKeyFingerprint)
      expect(run.status).to.equal('succeeded')
    } finally {
      await router.close()
    }
  })

  it('is not sent to a certificate that a user rejected', async () => {
    const device = await hasFirewall({ options: { api_port: firewall.port } })
    await tested(device)
    const [shown] = await get(`/api/trust/fingerprints?device_id=${device.id}`)
    must(await admin.post(`/api/trust/fingerprints/${shown.id}/reject`), 200)
    const options = { api_port: firewall.port, verify_tls: false }
    must(await admin.patch(`/api/devices/${device.id}`, { options, approve_address: true }), 200)
    const seen = firewall.requests.length

    const run = await tested(device)

    expect(run).to.include({ status: 'blocked', error_code: 'fingerprint_rejected' })
    expect(firewall.requests).to.have.length(seen)
  })

  it('goes to the new address if the device is edited during connection: the run restarts', async () => {
    const router: IosSimulator = await startIosSimulator()
    const other: IosSimulator = await startIosSimulator()
    try {
      const { id } = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
      const device = await customer.hasDevice({
        hostname: '127.0.0.1',
        credential_id: id,
        transport_pref: 'ssh',
        options: { ssh_port: router.port },
      })
      service.dependencies.failpoint = async (name) => {
        if (name !== 'after_offer') return
        delete service.dependencies.failpoint
        const change = { options: { ssh_port: other.port }, approve_address: true }
        must(await admin.patch(`/api/devices/${device.id}`, change), 200)
      }

      const run = await tested(device)

      expect(run).to.include({ status: 'blocked', error_code: 'fingerprint_unapproved', attempts: 2 })
      expect(run.error).to.contain(String(other.port))
      const shown = await get(`/api/trust/fingerprints?device_id=${device.id}`)
      expect(shown.map((one: { port: number }) => one.port)).to.deep.equal([other.port])
    } finally {
      await Promise.all([router.close(), other.close()])
    }
  })
})
