import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import { type Customer, type TestService, must, startTestService } from '../../support/service.ts'

/** A platform administrator with two customers. An agent of the first acts as each test defines. */
describe('coffer commands that change data', () => {
  let service: TestService
  let acme: Customer
  let other: Customer
  let agent: FakeAgent
  let user: ClientUser
  before(async () => {
    service = await startTestService()
    acme = await service.hasTenant('acme')
    other = await service.hasTenant('other')
    agent = await anAgent(service, acme)
    const { token } = await service.as('platform_admin')
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
    for (const customer of [acme, other]) await customer.hasDevice({ name: 'twin' })
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

  it('set the listeners of an agent, show them and close them', async () => {
    const set = await said(
      'agents',
      'listeners',
      agent.id,
      '--syslog-udp',
      '5514',
      '--relay',
      '192.0.2.0/24',
      '-t',
      'acme',
    )
    const shown = await said('agents', 'listeners', agent.id, '-t', 'acme')
    const closed = await said('agents', 'listeners', agent.id, '--off', '-t', 'acme')
    const refused = await user.coffer(['agents', 'listeners', agent.id, '--relay', '192.0.2.0/24', '-t', 'acme'])

    expect(set).to.equal('syslog-udp 5514: not reported yet\nrelays: 192.0.2.0/24\n')
    expect(shown).to.equal(set)
    expect(closed).to.match(/has no listeners\n$/)
    expect(refused.code).to.equal(2)
  })

  it('set, list and remove SNMPv3 users of an agent, with passwords from files', async () => {
    const [auth = '', priv = ''] = ['auth', 'priv'].map((name) => path.join(user.folder, name))
    fs.writeFileSync(auth, 'auth-Secret-1\n')
    fs.writeFileSync(priv, 'priv-Secret-2\n')
    const set = (...args: string[]) => said('agents', 'set-snmp-user', agent.id, 'traps', ...args, '-t', 'acme')
    await set('--auth', 'sha256', '--auth-password', auth, '--priv', 'aes256_cisco', '--priv-password', priv)
    const kept = [await set('--auth', 'sha512', '--priv', 'aes128'), await set('--auth', 'sha512'), await set()]
    const lowered = await set('--level', 'authNoPriv')
    const raised = await user.coffer(['agents', 'set-snmp-user', agent.id, 'traps', '--priv', 'aes128', '-t', 'acme'])
    await set('--priv', 'aes128', '--priv-password', priv)
    const listed = await said('agents', 'snmp-users', agent.id, '-t', 'acme')
    const removed = await user.coffer(['agents', 'remove-snmp-user', agent.id, 'traps', '-t', 'acme'])
    const absent = await user.coffer(['agents', 'remove-snmp-user', agent.id, 'traps', '-t', 'acme'])

    expect(kept).to.deep.equal(Array(3).fill('traps: authPriv, sha512, aes128\n'))
    expect([lowered, raised.code]).to.deep.equal(['traps: authNoPriv, sha512\n', 6])
    expect(listed).to.match(/^traps: authPriv, sha512, aes128\nengine id for informs: 80007ed905[0-9a-f]{14}\n$/)
    expect([removed.code, absent.code]).to.deep.equal([0, 5])
    expect(absent.errors).to.contain('No SNMPv3 user is named traps')
  })

  it('add a credential with a secret from a file, and a device that uses it', async () => {
    const file = path.join(user.folder, 'password')
    fs.writeFileSync(file, 'login-Secret1\n')
    const added = await said('credentials', 'add', 'routers', '-u', 'backup', '--password', file, '-t', 'acme')
    await said(
      'devices',
      'add',
      'edge1',
      '192.0.2.1',
      '--platform',
      'netco_iosxe',
      '--credential',
      'routers',
      '-t',
      'acme',
    )
    await said('devices', 'edit', 'edge1', '--schedule', '0 2 * * *', '--tag', 'core', '--tag', 'lyon')

    const device = JSON.parse(await said('devices', 'show', 'edge1', '--json'))
    const [credential] = JSON.parse(await said('credentials', '--json', '--tenant', 'acme'))
    expect(added).to.equal('routers added with password\n')
    expect(device).to.deep.include({ schedule: '0 2 * * *', tags: ['core', 'lyon'], credential_id: credential.id })
  })

  it('wait for a run, and exit with 8 if it failed', async () => {
    const credential = (await acme.hasCredential()).id
    const { id } = await acme.hasDevice({ name: 'edge3', credential_id: credential, retry_attempts: 0 })
    const waiting = user.coffer(['trigger', 'edge3', '--wait'])
    const job = await agent.startJob()
    const fault = { outcome: 'failed' as const, error_code: 'connection_refused', artifacts: [] }
    await agent.result(job, fault)

    const ended = await waiting
    const [shown] = JSON.parse(await said('runs', '--device', 'edge3', '--json'))

    expect(ended.code, ended.errors).to.equal(8)
    expect(ended.output).to.match(/\nedge3 +failed +backup /)
    expect(shown).to.include({ device_id: id, status: 'failed' })
    expect((await user.coffer(['runs', 'show', 'edge3'])).code).to.equal(8)
    expect(await said('runs', '--failed', '-t', 'acme')).to.include('edge3')
  })

  it('wait for a run already started, until the timeout', async () => {
    await acme.hasDevice({ name: 'edge4', credential_id: (await acme.hasCredential()).id })
    await said('trigger', 'edge4')

    const ended = await user.coffer(['trigger', 'edge4', '--wait', '--timeout', '0'])

    expect(ended.code).to.equal(9)
    expect(ended.errors).to.include('edge4 already has a run (queued)').and.include('[runs_not_ended]')
    expect(await said('runs', 'cancel', 'edge4')).to.equal('the run of edge4 is cancelled\n')
    expect(await said('runs', 'log', 'edge4')).to.be.a('string')
  })

  it('wait for all runs already started, and exit with 8 if one failed', async () => {
    const busy = await service.hasTenant('busy')
    const collector = await anAgent(service, busy)
    const credential = (await busy.hasCredential()).id
    await busy.hasDevice({ name: 'edge6', credential_id: credential, retry_attempts: 0 })
    await said('trigger', '--all', '-t', 'busy')

    const impatient = await user.coffer(['trigger', '--all', '-t', 'busy', '--wait', '--timeout', '0'])
    const waiting = user.coffer(['trigger', '--platform', 'netco_iosxe', '-t', 'busy', '--wait'])
    const job = await collector.startJob()
    const triggers = async () => JSON.parse(await said('audit', '--action', 'backup.trigger', '-t', 'busy', '--json'))
    while ((await triggers()).length < 3) await pause(50) // a run that ends earlier is not active
    await collector.result(job, { outcome: 'failed', error_code: 'connection_refused', artifacts: [] })
    const ended = await waiting

    expect(impatient).to.include({ code: 9 })
    expect(impatient.errors).to.include('1 run already started')
    expect(ended.code, ended.errors).to.equal(8)
    expect(ended.output).to.match(/\nedge6 +failed +backup /)
  })

  it('require --tenant for a device name that two customers use', async () => {
    const ended = await user.coffer(['devices', 'show', 'twin'])

    expect(ended.code).to.equal(5)
    expect(ended.errors).to.match(/twin: (acme, other|other, acme)\. \[device_of_several_customers\]/)
    expect(JSON.parse(await said('devices', 'show', 'twin', '-t', 'other', '--json')).tenant_id).to.equal(other.id)
    expect((await user.coffer(['devices', '-t', 'nobody'])).code).to.equal(5)
    expect(await said('devices', '-q', 'twin')).to.match(/^CUSTOMER +NAME/)
  })

  it('print a validation error field by field', async () => {
    const ended = await user.coffer(['devices', 'add', 'x', '192.0.2.1', '--platform', 'nonsense', '-t', 'acme'])

    expect(ended.code).to.equal(6)
    expect(ended.errors).to.match(/^coffer: Invalid value\n {2}platform: .* \(422\) \[validation_failed\]\n$/)
  })

  it('require the customer of a new device when there are several', async () => {
    const ended = await user.coffer(['devices', 'add', 'x', '192.0.2.1', '--platform', 'netco_iosxe'])

    expect(ended.code).to.equal(6)
    expect(ended.errors).to.include('--tenant CUSTOMER')
  })

  it('decommission and reinstate a device', async () => {
    expect(await said('devices', 'decommission', 'twin', '-t', 'acme')).to.include('its backups are kept until')
    expect(await said('devices', 'reinstate', 'twin', '-t', 'acme')).to.equal('twin reinstated\n')
  })

  it('change, decommission and reinstate several devices, all or none', async () => {
    for (const name of ['many-1', 'many-2']) await acme.hasDevice({ name, site: 'Gent' })
    const names = ['many-1', 'many-2']

    const dry = await said('devices', 'edit', ...names, '--site', 'Lyon', '--dry-run')
    const changed = await said('devices', 'edit', ...names, '--site', 'Lyon')
    const single = await user.coffer(['devices', 'edit', ...names, '--name', 'x'])
    const declined = await user.atTerminal(['devices', 'decommission', ...names], ['no'])
    const unasked = await user.coffer(['devices', 'decommission', ...names])
    const gone = await said('devices', 'decommission', ...names, '--yes')
    const back = await said('devices', 'reinstate', ...names)
    const kept = await said(
      'retention',
      'set',
      'device',
      '--device',
      'many-1',
      '--device',
      'many-2',
      '--keep-days',
      '900',
    )

    expect(dry).to.match(/^DEVICE +CHANGE\nmany-1 +site: Gent -> Lyon\n.*\n2 devices would change, 0 unchanged\n$/)
    expect(changed).to.include('2 devices changed, 0 unchanged')
    expect([single.code, declined.code, unasked.code]).to.deep.equal([2, 6, 2])
    expect(single.errors).to.include('--name')
    expect(gone).to.match(/many-2 +decommissioned_at: - -> \d{4}-.*; purge_at: - -> \d{4}-/)
    expect(back).to.include('2 devices changed')
    expect(kept).to.include('keep_days: - -> 900')
  })

  it('change a device once that is given several times, by name and by id', async () => {
    const { id } = await acme.hasDevice({ name: 'twice-1', site: 'Gent' })
    await acme.hasDevice({ name: 'twice-2', site: 'Gent' })
    const names = ['twice-1', 'twice-2', id, 'twice-2']

    const edited = await said('devices', 'edit', ...names, '--site', 'Lyon')
    const gone = await said('devices', 'decommission', ...names, '--yes')
    const back = await said('devices', 'reinstate', ...names)
    const single = await said('devices', 'decommission', 'twice-1', id)

    for (const output of [edited, gone, back]) {
      expect(output.match(/^twice-1 /gm)).to.have.lengthOf(1)
      expect(output).to.include('2 devices changed, 0 unchanged')
    }
    expect(single).to.match(/^twice-1 decommissioned; /)
  })

  it('show on standard output what a cut of the retention of several devices would delete', async () => {
    for (const name of ['cut-1', 'cut-2']) await acme.hasDevice({ name })
    const args = [
      'retention',
      'set',
      'device',
      '--device',
      'cut-1',
      '--device',
      'cut-2',
      '--keep-days',
      '20',
      '--dry-run',
    ]

    const { code, output, errors } = await user.coffer(args)
    const json = JSON.parse(await said(...args, '--json'))

    expect([code, errors]).to.deep.equal([0, ''])
    expect(output).to.match(/\ncut-2 +keep_days: - -> 20\n2 devices would change, 0 unchanged\ndry run: 0 versions of /)
    expect(json.preview.totals.versions).to.equal(0)
  })

  it('approve only the given fingerprint', async () => {
    await acme.hasDevice({ name: 'edge5', credential_id: (await acme.hasCredential()).id })
    await said('trigger', 'edge5')
    const job = await agent.startJob()
    const fingerprint = `SHA256:${'a'.repeat(43)}`
    const observed = [{ kind: 'ssh_host_key', algorithm: 'ssh-ed25519', host: '192.0.2.1', port: 22, fingerprint }]
    await agent.send('POST', `/api/agent/jobs/${job.jobId}/fingerprints`, { lease_id: job.leaseId, observed })

    const another = await user.coffer(['fingerprints', 'approve', 'edge5', '--fingerprint', `SHA256:${'b'.repeat(43)}`])
    const unasked = await user.coffer(['fingerprints', 'approve', 'edge5'])
    const declined = await user.atTerminal(['fingerprints', 'approve', 'edge5'], ['y'])
    const accepted = await user.atTerminal(['fingerprints', 'approve', 'edge5'], ['yes'])

    expect([another.code, unasked.code, declined.code]).to.deep.equal([6, 2, 6])
    expect(another.errors).to.include(`edge5 showed ssh-ed25519 ${fingerprint}`).and.include('b'.repeat(43))
    expect(accepted, accepted.errors).to.include({ code: 0, output: `${fingerprint} of edge5 is approved\n` })
    expect(await said('fingerprints', '--device', 'edge5'))
      .to.include('approved')
      .and.include(fingerprint)
  })

  it('list customers, agents and audit records', async () => {
    expect(await said('customers')).to.match(/\nacme +acme /)
    expect(await said('agents', '-t', 'acme')).to.match(/^NAME +STATUS/)
    const admin = await service.as('platform_admin')
    const [device] = must(await admin.get(`/api/devices?tenant=${acme.id}`), 200)
    must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)
    const readings = JSON.parse(await said('audit', '--readings', '--json'))
    expect(readings.map(({ action }: { action: string }) => action)).to.deep.equal(['artifact.list'])
    expect(await said('audit', '--action', 'device.create', '--limit', '1')).to.include(' device.create ')
    const ofDevice = JSON.parse(await said('audit', '--device', 'twin', '-t', 'other', '--json'))
    expect(await said('audit', '--device', 'twin', '-t', 'other')).to.match(/ device\.create +twin +device /)
    expect(new Set(ofDevice.map(({ device_name: name }: Record<string, string>) => name))).to.deep.equal(
      new Set(['twin']),
    )
  })
})
