import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import type { Shell } from '../support/doc-shell.ts'
import { startGuideShell } from './guide-session.ts'
import { openGuide } from '../support/guide.ts'
import { type TestService, startTestService } from '../support/service.ts'
import { createScene } from '../support/scene/scene.ts'

describe('the commands of docs/changes.md', () => {
  const guide = openGuide('docs/changes.md')
  let service: TestService
  let folder: string
  let shell: Shell
  before(async () => {
    service = await startTestService()
    const tenant = await createScene(service.dependencies)
    const device = await tenant.hasDevice({ tags: ['access'] })
    const first = await tenant.hasText(device, 'ntp server 192.0.2.1\nend\n')
    await tenant.hasText(device, 'ntp server 192.0.2.9\nend\n')
    const second = await tenant.hasDevice()
    await tenant.hasText(second, 'ntp server 192.0.2.8\nend\n')
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    const { token } = await service.as('tenant_admin', tenant)
    const variables = {
      CUSTOMER: tenant.id,
      ARTIFACT: first.artifactId,
      VERSION: first.id,
      FIRST: device.id,
      SECOND: second.id,
      GROUP: '0'.repeat(64),
      AT: service.dependencies.now().toISOString(),
    }
    shell = await startGuideShell(folder, { url: service.url, token, variables })
  })
  after(async () => {
    await shell.end()
    await service.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('list unreviewed changes, in groups too, and mark them as reviewed', async () => {
    const inbox = JSON.parse(await shell.run(guide.take('reviewed=false&limit=20')))
    const [groups, members] = (await shell.run(guide.take('/api/changes/groups'))).trim().split('\n')
    expect(JSON.parse(groups!)).to.have.length(1)
    expect(JSON.parse(members!)).to.deep.equal([])
    const reviewed = JSON.parse(await shell.run(guide.take('/api/changes/review')))

    expect(inbox).to.have.length(1)
    expect(reviewed).to.deep.equal({ reviewed: 1 })
  })

  it('find the last known good version', async () => {
    const found = JSON.parse(await shell.run(guide.take('last-known-good')))

    expect(found.good).to.equal(true)
    expect(found.version.review_ticket).to.equal('CHG-4711')
  })

  it('save a device pair and list those that differ', async () => {
    const output = await shell.run(guide.take('/api/device-pairs'))

    expect(output).to.include('"name":"Core firewalls"').and.include('"state":"differs"')
  })

  it('find which version introduced each line', async () => {
    const found = JSON.parse(await shell.run(guide.take('/lines?')))

    expect(found).to.include({ lines: 2, complete: true })
    expect(found.origins).to.have.length(1)
  })

  it('show what devices held at a moment', async () => {
    const [past] = JSON.parse(await shell.run(guide.take('/api/time-machine')))

    expect(past.lineages.map(({ state }: { state: string }) => state)).to.deep.equal(['unsure'])
  })

  it('pin a version and show the drift', async () => {
    const said = await shell.run(guide.take('/pin?'))

    expect(said).to.match(/"drifted":true/)
    expect(said).to.include('+ntp server 192.0.2.9')
    expect(said).to.match(/"state":"never"/)
  })

  it('compare devices with a golden configuration, and with what most of them have', async () => {
    const golden = JSON.parse(await shell.run(guide.take('/api/golden-configurations')))
    const outliers = JSON.parse(await shell.run(guide.take('/api/outliers')))

    expect(golden).to.include({ tag: 'access', devices_total: 1, devices_compared: 1, complete: true })
    expect(golden.devices[0]).to.include({ missing: 1, extra: 1 })
    expect(outliers).to.deep.include({ golden: null, devices_equal: 1 })
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
