import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { bareEnvironment } from '../support/bare-environment.ts'
import { type Shell, programMissing, startShell } from '../support/doc-shell.ts'
import { openGuide } from '../support/guide.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'
import { type RunningCoffer, endWithUs, newDataDirectory, runCoffer } from '../support/running-coffer.ts'
import { clientOf, must } from '../support/service.ts'

const agentProgram = path.resolve('agent/main.ts')
const password = 'a login’s "secret"'

/** In its order, in one shell, on a new installation, with a second agent in a process of its own and two simulated devices. */
describe('the commands of docs/second-customer.md', function () {
  const guide = openGuide('docs/second-customer.md')
  let folder: string
  let coffer: RunningCoffer
  let routers: IosSimulator[]
  let agent: ChildProcess | undefined
  let shell: Shell

  before(async function () {
    if (programMissing('curl', 'jq', 'bash', 'openssl')) return this.skip()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-customer-'))
    coffer = await runCoffer(newDataDirectory())
    routers = [await startIosSimulator({ password }), await startIosSimulator({ password })]
    fs.symlinkSync(coffer.dataDirectory, path.join(folder, 'data'))
    shell = startShell(folder, { BKP_AGENT_STATE_DIR: path.join(folder, 'agent') })
    const quickStart = openGuide('docs/quick-start.md')
    await coffer.localAgent()
    await shell.run(quickStart.take('request() {', { 'http://127.0.0.1:8080': coffer.url }))
    await shell.run(quickStart.take('/api/auth/login'))
  })

  after(async () => {
    shell?.end()
    agent?.kill()
    for (const router of routers ?? []) await router.close()
    await coffer?.kill('SIGTERM')
    for (const one of [folder, coffer?.dataDirectory]) if (one) fs.rmSync(one, { recursive: true, force: true })
  })

  const run = (text: string, values: Record<string, string> = {}) => shell.run(guide.take(text, values))

  it('create a customer and its administrator, who sees only that customer', async () => {
    await run('/api/tenants"')
    const user = await run('/api/users?')

    const login = {
      email: 'bo@acme.example',
      password: fs.readFileSync(path.join(folder, 'acme-password'), 'utf8').trim(),
    }
    const { token } = must(await clientOf(coffer.url, null).post('/api/auth/login', login), 200)
    const tenants = must(await clientOf(coffer.url, token).get('/api/tenants'), 200)
    expect(user).to.include('"tenant_admin"')
    expect(tenants.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['acme'])
  })

  it('enrol a second agent, which comes online', async () => {
    await run('/enrollment-token?')
    const enrolled = await run('coffer-agent enroll', {
      'sudo ./coffer-agent': `${process.execPath} ${agentProgram}`,
      'https://coffer.example.net': coffer.url,
    })
    agent = spawn(process.execPath, [agentProgram, 'run', '--until-stdin-ends'], {
      env: { ...bareEnvironment(), BKP_AGENT_STATE_DIR: path.join(folder, 'agent') },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    endWithUs(agent)

    expect(enrolled).to.equal('enrolled as agent Lyon of Acme Ltd\n')
    expect(await run('status=online')).to.include('"online"')
  })

  it('import devices with pending addresses, and approve them', async () => {
    await shell.run(`export PASSWORD='${password}'`)
    await run('env.PASSWORD')
    const imported = await run('acme-devices.csv <<', { '192.0.2.11': '127.0.0.1', '192.0.2.12': '127.0.0.1' })
    await setPorts()

    const approved = await run('/api/trust/addresses?')

    expect(imported).to.match(/\ntrue\n2\n$/)
    expect(approved)
      .to.include(`edge-2: routers to 127.0.0.1:${routers[1]!.port}\n`)
      .and.match(/\ntrue\n$/)
  })

  it('back up the devices once their host keys are approved, and report them as covered', async () => {
    const blocked = await run('backup_all() {')
    const secretsBefore = routers.flatMap(({ loginsSeen }) => loginsSeen)
    const approved = await run('in $(jq -r')
    const report = await run('/api/reports/daily?')

    expect(blocked).to.include('edge-1: blocked').and.include(routers[0]!.hostKeyFingerprint)
    expect(secretsBefore).to.deep.equal([])
    expect(approved.trim().split('\n').sort()).to.deep.equal(['edge-1: approved', 'edge-2: approved'])
    expect(report)
      .to.include('edge-1: succeeded')
      .and.include('edge-2: succeeded')
      .and.match(/\n100\n$/)
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })

  /** The simulated devices listen where they can, which a table has no column for. */
  async function setPorts() {
    const admin = await coffer.admin()
    for (const [at, { port }] of routers.entries()) {
      const [device] = must(await admin.get(`/api/devices?name=edge-${at + 1}`), 200)
      must(
        await admin.patch(`/api/devices/${device.id}?tenant=${device.tenant_id}`, { options: { ssh_port: port } }),
        200,
      )
    }
  }
})
