import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { meridianConfig, meridianSecret, startMeridian } from '../../support/meridian-device.ts'
import { eventually } from '../../support/real-agent.ts'
import { type DeviceScene, createDeviceScene } from '../../support/scene/device-scene.ts'
import { type Customer, must, type TestService } from '../../support/service.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'
import { type ClientUser, clientUser } from './client-runs.ts'

const email = 'ada@example.net'
const password = 'correct horse battery staple'

describe('coffer platform propose', () => {
  let scene: DeviceScene
  let service: TestService
  let user: ClientUser
  let acme: Customer
  let simulator: SshSimulator

  before(async () => {
    scene = await createDeviceScene('acme')
    ;({ service, customer: acme } = scene)
    const admin = await service.as('platform_admin')
    must(await admin.post('/api/users', { email, name: 'Ada', role: 'platform_admin', password }), 201)
    simulator = await startMeridian(meridianConfig)
    await scene.hasSimulated(simulator, { name: 'core-7' })
    user = clientUser()
    await user.coffer(['login', service.url, '--email', email], `${password}\n`)
  })
  after(async () => {
    user?.end()
    await simulator?.close()
    await scene?.close()
  })

  const propose = (...more: string[]) =>
    eventually('an agent is online', async () => {
      const ended = await user.coffer(['platform', 'propose', 'meridian_nx', 'core-7', ...more])
      return ended.errors.includes('[no_agent]') ? undefined : ended
    })

  it('stores a draft of the customer, and exits with 8 while the host key is not approved', async () => {
    const { code, output } = await propose('--name', 'Meridian NX', '--vendor', 'Meridian')
    const owner = await acme.as('tenant_admin')
    const [key] = must(await owner.get('/api/trust/fingerprints'), 200)
    must(await owner.post(`/api/trust/fingerprints/${key.id}/approve`, {}), 200)

    const [document] = must(await owner.get('/api/platforms/documents'), 200)
    expect([code, output]).to.deep.equal([8, ''])
    expect(document).to.include({ platform: 'meridian_nx', name: 'Meridian NX', vendor: 'Meridian', status: 'draft' })
    expect(document.tenant_id).to.equal(acme.id)
  })

  it('prints the rules with their evidence, and stores a document that passes a dry run', async () => {
    const file = path.join(user.folder, 'meridian.yaml')
    const { code, output, errors } = await propose('--save', '--output', file)
    const tried = await user.coffer(['platform', 'try', 'meridian_nx', 'core-7'])

    expect(code, errors).to.equal(0)
    expect(output).to.match(/ssh\.pager +the device waited for a key +show version +-- press space \(12%\) --\n/)
    expect(output).to.match(/secrets +a line contains a secret +show config +user admin password <secret>\n/)
    expect(output).to.include(fs.readFileSync(file, 'utf8')).and.not.include(meridianSecret)
    expect(tried.code, tried.output).to.equal(0)
    expect(tried.output).to.include('meridian_nx version 2 on core-7: passed')
  })
})
