import { spawn } from 'node:child_process'
import dgram from 'node:dgram'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import snmp from 'net-snmp'
import { openListener } from '../../../agent/listeners/open-listeners.ts'
import { queueChangeRequests } from '../../../service/domain/jobs/change-requests/queue-change-requests.ts'
import { inScope } from '../../../service/store/scope.ts'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { approveFingerprint, backUpDevice, finishedRun } from '../../support/finished-runs.ts'
import { type IosSimulator, startIosSimulator } from '../../support/ios-simulator.ts'
import { aRealAgent, type RealAgent, type RunningAgent } from '../../support/real-agent.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../../support/service.ts'

const certificate = makeCertificate()
const message = '<189>77: Nov 28 09:12:01: %SYS-5-CONFIG_I: Configured from console by anna on vty0 (203.0.113.9)'

const linkDown = '1.3.6.1.6.3.1.1.5.3'
const changeTrap = '1.3.6.1.4.1.9.9.43.2.0.1'
const [authPassword, privPassword] = ['auth-Secret-1', 'priv-Secret-2']
const snmpUser = { name: 'traps', level: 'authPriv', auth_protocol: 'sha256', auth_password: authPassword, priv_protocol: 'aes128', priv_password: privPassword } // prettier-ignore

describe('a backup after a message of the device', function () {
  let service: TestService
  let customer: Customer
  let admin: Client
  let platform: Client
  let agent: RealAgent
  let running: RunningAgent
  let router: IosSimulator
  let device: components['schemas']['Device']
  let ports: Record<'syslog_udp' | 'syslog_tcp' | 'snmp_trap', number>

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200 }
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    platform = await service.as('platform_admin')
    agent = await aRealAgent(service, customer)
    await agent.enroll()
    running = agent.run({ listenerCertificate: certificate })
    router = await startIosSimulator()
    const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
    device = await customer.hasDevice({
      hostname: '127.0.0.1',
      credential_id: credential.id,
      options: { ssh_port: router.port },
    })
    await finishedRun(admin, must(await admin.post(`/api/devices/${device.id}/test`), 202).id)
    await approveFingerprint(admin, device, router.hostKeyFingerprint)
    await backUpDevice(admin, device)
    const [syslog_udp = 0, syslog_tcp = 0, snmp_trap = 0] = [await freePort(), await freePort(), await freePort()]
    ports = { syslog_udp, syslog_tcp, snmp_trap }
    must(await platform.patch(`/api/agents/${agent.id}?tenant=${customer.id}`, { snmp_users: [snmpUser] }), 200)
    must(await setListeners(ports), 200)
    await until(async () => (await states()).length === 3)
  })

  after(async () => {
    await running?.stop()
    await router?.close()
    agent?.remove()
    await service?.close()
  })

  const setListeners = (listeners: object | null) => {
    service.advance(1_000)
    return platform.patch(`/api/agents/${agent.id}?tenant=${customer.id}`, { listeners })
  }

  const states = async () => must(await admin.get(`/api/agents/${agent.id}`), 200).listener_states as State[]

  it('is triggered by syslog over UDP, and shows who claims to have changed it', async () => {
    router.setRunningConfig((await runningConfig()).replace('hostname exitgw', 'hostname exitgw\nip http server'))
    const sentAt = Date.now()
    send(ports.syslog_udp, message)

    const run = await finishedChangeRun(0)

    expect(run).to.include({ trigger: 'change', status: 'succeeded', requested_by: `agent:${await slug()}` })
    expect(run.claimed_change).to.include({ protocol: 'syslog_udp', user: 'anna', from: '203.0.113.9' })
    expect(Date.now() - sentAt).to.be.below(60_000)
    expect(await runningConfig()).to.contain('ip http server')
    const counted = (await states()).find(({ protocol }) => protocol === 'syslog_udp')
    expect(counted).to.include({ error: null, port: ports.syslog_udp })
  })

  it('is triggered by syslog over TCP and by an encrypted trap, once for both', async () => {
    service.advance(31_000)
    await sendTcp(ports.syslog_tcp, `${message}\n`)
    await sendEncryptedTrap(ports.snmp_trap, changeTrap)

    const run = await finishedChangeRun(1)

    expect(run).to.include({ trigger: 'change', status: 'unchanged' })
    expect(await changeRuns()).to.have.length(2)
  })

  it('is not triggered by a trap with another password, which is counted and reported', async () => {
    const other = 'another-Secret'
    await sendEncryptedTrap(ports.snmp_trap, changeTrap, { authKey: other })
    await until(async () => (await trapState())?.last_rejection)
    const { priv_password: _kept, ...fields } = snmpUser
    service.advance(1_000)
    const changed = await platform.patch(`/api/agents/${agent.id}?tenant=${customer.id}`, { snmp_users: [{ ...fields, auth_password: other }] }) // prettier-ignore
    await until(async () => (await trapState())?.reported_at === service.dependencies.now().toISOString())
    await sendEncryptedTrap(ports.snmp_trap, linkDown, { authKey: other })
    await sendEncryptedTrap(ports.snmp_trap, changeTrap, { name: 'nobody' })
    await until(async () => (await trapState())?.last_rejection?.user === 'nobody')

    expect(await trapState()).to.deep.include({ messages: 4, unknown_sender_messages: 0, rejected: 2 })
    expect(running.log.filter((line) => line.includes('SNMPv3'))).to.deep.equal([
      'warn SNMPv3 message of the user traps from 127.0.0.1: the password or the protocol for authentication is wrong',
      'warn SNMPv3 message of the user nobody from 127.0.0.1: the agent has no such user',
    ])
    const { auth_password: _password, ...shown } = fields
    expect(must(changed, 200).snmp_users).to.deep.equal([shown])
    expect(JSON.stringify([changed.body, running.log])).not.to.match(/Secret/)
  })

  it('is triggered by syslog over TLS, if the client trusts the certificate', async () => {
    must(await setListeners({ syslog_tls: ports.syslog_tcp }), 200)
    await until(async () => (await states())[0]?.protocol === 'syslog_tls')
    service.advance(300_000)
    const untrusted = await sendTls(makeCertificate().cert)
    await sendTcp(ports.syslog_tcp, `${message}\n`)
    await until(() => Promise.resolve(tlsWarnings().length === 2)) // the state is reported with them
    const before = await states()
    await queueRequests()
    const earlier = await changeRuns()
    const trusted = await sendTls(certificate.cert)
    const run = await finishedChangeRun(earlier.length)
    must(await setListeners(ports), 200)
    await until(async () => (await states()).length === 3)

    expect(tlsWarnings()).to.have.members([
      'warn syslog over TLS from 127.0.0.1: the client does not trust the certificate',
      'warn syslog over TLS from 127.0.0.1: the client does not use TLS',
    ])
    expect(untrusted).to.include('verify error').and.not.include('Verify return code: 0')
    expect(trusted).to.include('Verify return code: 0 (ok)')
    expect(run.claimed_change).to.include({ protocol: 'syslog_tls', user: 'anna' })
    expect(before.map(({ error, messages }) => [error, messages])).to.deep.equal([[null, 0]])
    expect(earlier).to.have.length(2)
  })

  const tlsWarnings = () => running.log.filter((line) => line.includes('syslog over TLS'))

  /** Sends the message with a client of its own that trusts only this certificate. Returns what the client prints. */
  async function sendTls(trusted: string): Promise<string> {
    const file = path.join(agent.stateDir, 'trusted.pem')
    fs.writeFileSync(file, trusted)
    const address = `127.0.0.1:${ports.syslog_tcp}`
    const args = ['s_client', '-connect', address, '-CAfile', file, '-verify_ip', '127.0.0.1', '-verify_return_error']
    const client = spawn('openssl', [...args, '-ign_eof'])
    const printed: Buffer[] = []
    for (const output of [client.stdout, client.stderr]) output.on('data', (chunk: Buffer) => printed.push(chunk))
    client.stdin.on('error', () => undefined).write(`${message}\n`)
    await until(async () => client.exitCode !== null || Buffer.concat(printed).includes('Verify return code'))
    client.stdin.end()
    return Buffer.concat(printed).toString()
  }

  it('is not triggered by other messages, or by an unknown device', async () => {
    must(await admin.patch(`/api/devices/${device.id}`, { hostname: '127.0.0.2' }), 200)
    must(await setListeners({ ...ports, relays: ['192.0.2.0/24'] }), 200)
    await until(async () => (await states()).length === 3)
    send(ports.syslog_udp, message)
    must(await setListeners(ports), 200) // the agent reports at once
    await until(async () => (await states()).some((state) => state.unknown_sender_messages > 0))
    await queueRequests()

    expect(await changeRuns()).to.have.length(3)
  })

  it('reports a port that is in use, and opens it when it is free', async () => {
    const taken = net.createServer().listen(0, '::')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as net.AddressInfo
    must(await setListeners({ syslog_tcp: port }), 200)
    await until(async () => (await states()).length === 1)
    taken.close()
    const ignore = { onMessage: () => undefined, mayConnect: () => true, onHandshakeFailed: () => undefined }
    const uncertified = await openListener('syslog_tls', ports.syslog_tcp, null, ignore)

    expect((await states()).map(({ protocol, error }) => [protocol, error])).to.deep.equal([
      ['syslog_tcp', 'port_in_use'],
    ])
    expect(uncertified.error).to.equal('certificate_missing')
  })

  it('ends with the listeners', async () => {
    must(await setListeners(null), 200)

    const isClosed = await until(
      () =>
        new Promise((resolve) => {
          const socket = net.connect(ports.syslog_tcp, '127.0.0.1')
          socket.once('error', () => resolve(true)).once('connect', () => resolve(!socket.destroy()))
        }),
    )

    expect(isClosed).to.equal(true)
    expect(await states()).to.deep.equal([])
  })

  for (const [name, listeners, code] of [
    ['two listeners on one port', { syslog_udp: 5514, snmp_trap: 5514 }, 'port_duplicate'],
    ['a relay that is no network', { syslog_udp: 5514, relays: ['192.0.2.0/99'] }, 'not_a_network'],
  ] as const)
    it(`refuses ${name}`, async () => {
      const answer = await setListeners(listeners)

      expect(answer.status).to.equal(422)
      expect(JSON.stringify(answer.body)).to.contain(code)
    })

  it('refuses SNMPv3 users without what their level requires, or with more, and a name used twice', async () => {
    const { priv_password: _missing, ...fields } = { ...snmpUser, name: 'new' }
    const more = { ...snmpUser, level: 'authNoPriv' }
    const snmp_users = [fields, more, { name: 'new', level: 'noAuthNoPriv' }]
    const answer = await platform.patch(`/api/agents/${agent.id}?tenant=${customer.id}`, { snmp_users })

    expect(answer.status).to.equal(422)
    expect(answer.body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).to.deep.equal(
      [
        'snmp_users.0.priv_password is_required',
        'snmp_users.1.priv_protocol only_at_level',
        'snmp_users.1.priv_password only_at_level',
        'snmp_users.2.name given_more_than_once',
      ],
    )
  })

  async function finishedChangeRun(earlier: number) {
    await until(async () => {
      await queueRequests()
      const runs = await changeRuns()
      return runs.length > earlier && runs[0]?.finished_at != null
    })
    return (await changeRuns())[0]!
  }

  const changeRuns = async () =>
    (must(await admin.get(`/api/runs?device_id=${device.id}`), 200) as components['schemas']['Run'][]).filter(
      ({ trigger }) => trigger === 'change',
    )

  const trapState = async () => (await states()).find(({ protocol }) => protocol === 'snmp_trap')

  const slug = async () => must(await admin.get(`/api/agents/${agent.id}`), 200).slug as string

  const queueRequests = () =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      queueChangeRequests({ trx, now: service.dependencies.now() }, 'UTC'),
    )

  async function runningConfig(): Promise<string> {
    const artifacts = must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)
    const running = artifacts.find((one: { key: string }) => one.key === 'running-config')
    const [version] = must(await admin.get(`/api/artifacts/${running.id}/versions`), 200)
    return (await admin.get(`/api/artifacts/versions/${version.id}/content`)).bytes.toString()
  }
})

type State = components['schemas']['ListenerState']

async function until(isTrue: () => Promise<unknown>): Promise<boolean> {
  for (let left = 1_200; left > 0; left--) {
    if (await isTrue()) return true
    await pause(50)
  }
  return false
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '::')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function send(port: number, text: string) {
  const socket = dgram.createSocket('udp4')
  socket.send(text, port, '127.0.0.1', () => socket.close())
}

async function sendTcp(port: number, text: string) {
  const socket = net.connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.end(text, () => resolve(null)))
}

async function sendEncryptedTrap(port: number, oid: string, fields: { name?: string; authKey?: string } = {}) {
  const user = {
    name: 'traps',
    level: snmp.SecurityLevel.authPriv,
    authProtocol: snmp.AuthProtocols.sha256,
    authKey: authPassword,
    privProtocol: snmp.PrivProtocols.aes,
    privKey: privPassword,
    ...fields,
  }
  const session = snmp.createV3Session('127.0.0.1', user, { trapPort: port })
  await new Promise((resolve, reject) =>
    session.trap(oid, [], (error: Error | null) => (error ? reject(error) : resolve(null))),
  )
  session.close()
}
