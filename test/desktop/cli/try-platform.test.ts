import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { eventually } from '../../support/real-agent.ts'
import { type DeviceScene, createDeviceScene } from '../../support/scene/device-scene.ts'
import { type Customer, must, type TestService } from '../../support/service.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'
import { startZephyr, zephyrConfig, zephyrDocument, zephyrSecret } from '../../support/zephyr-device.ts'
import { type ClientUser, clientUser } from './client-runs.ts'

const email = 'ada@example.net'
const password = 'correct horse battery staple'

describe('coffer platform try', () => {
  let scene: DeviceScene
  let service: TestService
  let user: ClientUser
  let acme: Customer
  let simulator: SshSimulator
  let readings = 0

  before(async () => {
    scene = await createDeviceScene('acme')
    ;({ service, customer: acme } = scene)
    const admin = await service.as('platform_admin')
    must(await admin.post('/api/users', { email, name: 'Ada', role: 'platform_admin', password }), 201)
    simulator = await startZephyr(() => zephyrConfig(`10:0${readings++ % 10}`))
    await scene.hasSimulated(simulator, { name: 'edge1' })
    user = clientUser()
    await user.coffer(['login', service.url, '--email', email], `${password}\n`)
  })
  after(async () => {
    user?.end()
    await simulator?.close()
    await scene?.close()
  })

  const store = async (source: string, ...more: string[]) => {
    const file = path.join(user.folder, 'zephyr.yaml')
    fs.writeFileSync(file, source)
    const { code, errors } = await user.coffer(['platform', 'import', file, ...more])
    expect(code, errors).to.equal(0)
  }
  const tried = async (...more: string[]) => {
    const args = ['platform', 'try', 'zephyr_os', 'edge1', ...more]
    return eventually('an agent is online', async () => {
      const ended = await user.coffer(args)
      return ended.errors.includes('[no_agent]') ? undefined : ended
    })
  }

  it('exits with 8 while the host key is not approved', async () => {
    await store(zephyrDocument)
    const { code, output, errors } = await tried()
    const owner = await acme.as('tenant_admin')
    const [key] = must(await owner.get('/api/trust/fingerprints'), 200)
    must(await owner.post(`/api/trust/fingerprints/${key.id}/approve`, {}), 200)

    const reasons = [
      'no artifact was accepted',
      'config: this run did not read the artifact',
      'licence: this run did not read the artifact',
    ]
    const headline = 'zephyr_os version 1 on edge1: not passed'
    expect([code, output]).to.deep.equal([8, [headline, ...reasons, ''].join('\n')])
    expect(errors)
      .to.match(/key/)
      .and.match(/approve/)
  })

  it('prints what a backup would store of a draft of all customers', async () => {
    const { code, output, errors } = await tried()

    const row = /config +accepted +\d+ +604 +0 of \d+/
    expect(code, errors).to.equal(0)
    expect(output)
      .to.include('zephyr_os version 1 on edge1: passed')
      .and.match(row)
      .and.match(/licence +absent/)
    expect(errors).to.include('edge1: login: ok')
  })

  it('prints the dialogue with the matching rules of each line, and no secret', async () => {
    const { output } = await tried('--transcript')

    expect(output).to.include('reading 1: show config: accepted')
    expect(output).to.match(/ secret +\| user admin password <secret>\n/)
    expect(output).to.match(/ last +\| --- end of config ---\n/)
    expect(output).not.to.include(zephyrSecret)
  })

  it('proposes volatile lines, and marks a version that passed as tested', async () => {
    const { code, output, errors } = await tried('--readings', '2', '--interval', '1', '--mark-tested')
    const shown = JSON.parse((await user.coffer(['platform', 'show', 'zephyr_os', '--json'])).output)
    const dryRun = JSON.parse((await tried('--json')).output)

    expect(code, errors).to.equal(0)
    expect(output).to.include("volatile: '^generated at (.*) by system$'")
    expect(shown.status).to.equal('tested')
    expect(shown.version.tested_run_id).to.be.a('string')
    expect(dryRun).to.include({ passed: true, version: 1, readings: 1 })
  })

  it('keeps the transcript as a test, which refuses a version that reads it differently, until it is deleted', async () => {
    const kept = await tried('--keep-test', 'edge1, release 3')
    const file = path.join(user.folder, 'other.yaml')
    fs.writeFileSync(file, zephyrDocument.replace('end of config', 'end'))
    const tests = ['platform', 'tests', 'zephyr_os']

    const listed = await user.coffer(tests)
    const refused = await user.coffer(['platform', 'update', file])
    const deleted = await user.coffer([...tests, '--delete', 'edge1, release 3'])
    const unknown = await user.coffer([...tests, '--delete', 'edge1, release 3'])

    expect(kept.code, kept.errors).to.equal(0)
    expect(listed.output).to.match(/^NAME +ANSWERS +KEPT +BY +ID\nedge1, release 3 +2 /)
    expect(refused.errors).to.include('The test edge1, release 3 fails: config is not read as before')
    expect(deleted.errors).to.include('edge1, release 3 deleted')
    expect(unknown.errors).to.include('No test is named edge1, release 3.')
  })

  it('exits with 8 and the failure if the document does not fit, and marks nothing', async () => {
    await store(zephyrDocument.replace("'>'", "'#'"))
    const { code, output, errors } = await tried('--mark-tested')
    const shown = JSON.parse((await user.coffer(['platform', 'show', 'zephyr_os', '--json'])).output)

    expect(code).to.equal(8)
    expect(output).to.include('zephyr_os version 2 on edge1: not passed')
    expect(errors).to.include('prompt')
    expect(shown.version).to.include({ number: 2, tested_at: null })
  })
})
