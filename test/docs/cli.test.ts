import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { Device } from '../../service/store/models/device.ts'
import { png } from '../support/images.ts'
import { type Shell, programMissing, startShell } from '../support/doc-shell.ts'
import { allowBreakGlass, registerCopy } from '../support/break-glass.ts'
import { openGuide } from '../support/guide.ts'
import { type FakeAgent, anAgent } from '../support/fake-agent.ts'
import { type Customer, type TestService, must, startTestService } from '../support/service.ts'
import { createScene } from '../support/scene/scene.ts'

const email = 'admin@localhost'
const eightDays = 8 * 86_400_000
const password = 'correct horse battery staple'

/** In its order, in one shell, with the launcher that a user links; the session is in a folder of the test. */
describe('the commands of docs/cli.md', function () {
  const guide = openGuide('docs/cli.md')
  let service: TestService
  let acme: Customer
  let agent: FakeAgent
  let folder: string
  let shell: Shell
  before(async function () {
    if (programMissing('bash', 'jq')) return this.skip()
    service = await startTestService({
      now: new Date(Date.now() - eightDays),
      outgoing: async () => Promise.resolve({ status: 204, headers: {}, body: Buffer.alloc(0) }),
    })
    const admin = await service.as('platform_admin')
    must(await admin.post('/api/users', { email, name: 'Admin', role: 'platform_admin', password }), 201)
    acme = await service.hasTenant('acme')
    await fillWithBackups()
    agent = await anAgent(service, acme)
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    fs.mkdirSync(path.join(folder, 'data'))
    fs.writeFileSync(path.join(folder, 'data/initial-admin-password'), `${password}\n`)
    fs.writeFileSync(path.join(folder, 'password.txt'), 'login-Secret1\n')
    fs.writeFileSync(path.join(folder, 'bo.txt'), 'a password of words\n')
    fs.writeFileSync(path.join(folder, 'hook.url'), 'https://hooks.example.net/coffer\n')
    fs.writeFileSync(path.join(folder, 'hook.auth'), 'Bearer not-to-be-shown\n')
    const slack = { kind: 'slack', slack: { url: 'https://hooks.example.net/coffer' } }
    fs.writeFileSync(path.join(folder, 'slack.json'), JSON.stringify(slack))
    const monthly = { period: 'monthly', recipients: ['network@example.net'] }
    fs.writeFileSync(path.join(folder, 'monthly.json'), JSON.stringify(monthly))
    fs.writeFileSync(path.join(folder, 'acme.png'), png({ width: 2, height: 2 }))
    fs.writeFileSync(path.join(folder, 'hook.secret'), 'a-Secret-of-the-signature\n')
    shell = startShell(folder, {
      HOME: folder,
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      DBUS_SESSION_BUS_ADDRESS: '', // no keyring of the account that runs the test
    })
  })
  after(async () => {
    shell?.end()
    await service?.close()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  })

  async function fillWithBackups(): Promise<void> {
    const tenant = await createScene(service.dependencies, acme)
    const device = async (fields: Parameters<Customer['hasDevice']>[0]) => {
      const { id } = await acme.hasDevice(fields)
      return tenant.inTransaction(({ trx }) => Device.query(trx).findById(id).throwIfNotFound().execute())
    }
    const router = await device({ name: 'edge1', credential_id: (await acme.hasCredential()).id, retry_attempts: 0 })
    const server = await device({ name: 'server1', platform: 'linux_server', options: { paths: ['/etc'] } })
    await tenant.hasText(router, 'hostname edge1\nsnmp-server community public RO\n')
    await tenant.hasTree(server, [['etc', {}], ['etc/motd', { bytes: 'Welcome\n' }]]) // prettier-ignore
    await tenant.hasText(await device({ name: 'core1' }), 'hostname core1\nservice password-encryption\n')
    service.advance(eightDays)
    await tenant.hasText(router, 'hostname edge1\nsnmp-server community public RW\n')
    await tenant.hasTree(server, [['etc', {}], ['etc/motd', { bytes: 'Go away\n' }]]) // prettier-ignore
  }

  const run = (text: string, values: Record<string, string> = {}) => shell.run(guide.take(text, values))

  it('log in, and create a token for a program', async () => {
    await run('ln -sfn', { $PWD: process.cwd() })
    const session = await run('coffer whoami', { 'http://127.0.0.1:8080': service.url })
    const token = await run('coffer tokens add', { 'http://127.0.0.1:8080': service.url })

    expect(session).to.include(`${email} (platform_admin) at ${service.url}`)
    expect(token).to.include('monitoring is valid until')
    expect(fs.readFileSync(path.join(folder, 'report.txt'), 'utf8')).to.match(/\d exceptions/)
  })

  it('show the report, and back up a device', async () => {
    expect(await run('coffer report\n')).to.match(/ \d exceptions?\n/)
    const waiting = shell.run(`${guide.take('coffer trigger edge1').split('\n')[0]} || echo "ended with $?"`)
    const job = await agent.startJob()
    await agent.result(job, { outcome: 'failed', error_code: 'connection_refused', artifacts: [] })

    expect(await waiting)
      .to.match(/edge1 +failed/)
      .and.include('ended with 8')
    await run('coffer trigger edge1', { 'coffer trigger edge1 --wait\n': '' })
  })

  it('read and compare texts and trees', async () => {
    const texts = await run('coffer diff edge1 --from')
    const trees = await run('coffer browse server1')

    expect(texts).to.include('+snmp-server community public RW').and.include('\nsnmp-server community public RO\n')
    expect(texts).to.match(/^--- edge1 running-config .*\n\+\+\+ core1 running-config /m)
    expect(texts).to.match(/^SINCE .*\n(?:.*\n)?\d{4}-.* 2 {2}snmp-server community public RW$/m)
    expect(texts).to.match(/edge1\.cfg: \d+ bytes, running-config over ssh/)
    expect(trees)
      .to.include('\nGo away\nM /etc/motd (content)\n')
      .and.match(/etc\.tar\.gz: \d+ bytes/)
  })

  it('find lines, and devices that lack a line', async () => {
    const found = await run('coffer search --missing')

    expect(found)
      .to.include('edge1:running-config:2:snmp-server community public RW\n')
      .and.match(/\nedge1\nno match on 1 device/)
  })

  it('list changes, mark them as reviewed, and compare a device with a pinned version', async () => {
    const said = await run('coffer changes --unreviewed')

    expect(said)
      .to.match(/\dZ +edge1 +running-config +\? +\? /)
      .and.include(`of edge1 is reviewed by ${email}`)
      .and.include('of edge1 is no longer reviewed\n')
      .and.include('of edge1 pinned\n')
      .and.include('no drift')
      .and.include('of edge1 has no pinned version')
  })

  it('compare devices with a golden configuration', async () => {
    const said = await run('coffer golden add')

    expect(said)
      .to.include('access-switches added\n')
      .and.match(/access-switches +access +netco_iosxe +running-config +edge1 /)
      .and.include('0 of 0 devices have every line; 0 not compared')
      .and.include('access-switches changed\n')
      .and.include('access-switches deleted\n')
  })

  it('add a customer with an agent and a user', async () => {
    await run('coffer customers add')
    const shown = await run('coffer agents show')

    expect(fs.readFileSync(path.join(folder, 'enrolment-token'), 'utf8')).to.match(/^\S{20,}\n$/)
    expect(shown)
      .to.match(/^Lyon, rack 1 \(lyon-1\): pending\n/)
      .and.match(/\nbo@example\.net +Bo +tenant_operator +north +enabled +must be changed\n/)
      .and.include('bo@example.net changed: Bo, tenant_admin\n')
      .and.match(/bo@example\.net disabled\n$/)
  })

  it('show and set retention, and show storage', async () => {
    const shown = await run('coffer retention set customer')

    expect(shown)
      .to.match(/\nkept for 900 days \(customer\)\n/)
      .and.match(/\nkept for 900 days \(customer\); reduced to 365 at /)
      .and.match(/ stored, .*\((measured|transferred|insufficient)\)\n/)
      .and.match(/\nacme +\w+ +\d+ % /)
      .and.match(/ config\.\w+ +edge1 +\w+ of running-config /)
  })

  it('add, decommission and reinstate devices', async () => {
    const waits = 'Its address awaits approval: coffer addresses approve edge2'
    const added = await run('coffer devices add')

    expect(added).to.include(`edge2 added. ${waits}\nedge2 changed. ${waits}\n`)
    expect(await run('coffer import devices.json')).to.match(/\n0 added, 0 changed, 4 unchanged, 0 rejected \(nothing/)
    expect(fs.readFileSync(path.join(folder, 'devices.csv'), 'utf8')).to.include('edge2,192.0.2.2,netco_iosxe')
    expect(JSON.parse(fs.readFileSync(path.join(folder, 'acme.json'), 'utf8'))).to.be.an('object')
  })

  it('add, change and delete an extra command', async () => {
    const said = await run('coffer extra-commands add')

    expect(said).to.match(/^extra-routes added\nextra-routes changed\n.*(?:\n.*extra-routes.*|\n?no extra commands)/)
  })

  it('list and revoke a break-glass copy', async () => {
    await allowBreakGlass(service)
    await registerCopy(await acme.as('tenant_operator'), { computer: 'anna-laptop' })
    const said = await run('coffer break-glass list')

    expect(said)
      .to.match(/anna-laptop +tenant_operator-\S+ +all +active/)
      .and.include('copy on anna-laptop revoked')
  })

  it('list blackouts, webhooks and channels', async () => {
    const held = await run('coffer blackouts add')
    const webhook = await run('coffer webhooks add')
    const channel = await run('coffer channels add')
    const withHeader = await run('coffer webhooks edit "on call" --header')

    expect(held).to.match(/\noffice hours +customer +mon,tue,wed,thu,fri 08:00 +18:00\nmigration +device /)
    expect(webhook)
      .to.include('delivered: response 204\n')
      .and.match(/Z +delivered +test /)
    expect(channel)
      .to.include('operations added for hooks.example.net')
      .and.include('body:\n')
      .and.include('delivered: response 204\n')
      .and.match(/Z +delivered +test /)
    expect(withHeader).to.include('on call changed\n')
    expect(await shell.run('coffer blackouts --device edge1')).to.not.include('migration')
  })

  it('schedule, preview and send reports', async () => {
    const said = await run('coffer reports add')

    expect(said)
      .to.include('monthly added. Next report: ')
      .and.include('queued for network@example.net\n')
      .and.match(/\nmonthly +acme +monthly +network@example.net /)
      .and.match(/monthly +\S+ to \S+ +\S+ +network@example.net waiting\n/)
      .and.include('image/png, 2 by 2 pixels\n')
    expect(fs.readFileSync(path.join(folder, 'october.pdf')).toString('latin1', 0, 5)).to.equal('%PDF-')
  })

  it('print JSON for programs', async () => {
    expect(await run('--ndjson')).to.equal('core1\nedge2\nserver1\n')
    expect(await run('coffer api PATCH'))
      .to.include('"by_tenant"')
      .and.include('"name": "Acme Ltd"')
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
