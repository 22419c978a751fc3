import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import type { Shell } from '../support/doc-shell.ts'
import { startGuideShell } from './guide-session.ts'
import { openGuide } from '../support/guide.ts'
import { type TestService, startTestService } from '../support/service.ts'
import { type Scene, createScene } from '../support/scene/scene.ts'

describe('the commands of docs/search.md', () => {
  const guide = openGuide('docs/search.md')
  let service: TestService
  let tenant: Scene
  let folder: string
  let shell: Shell
  before(async () => {
    service = await startTestService()
    tenant = await createScene(service.dependencies)
    const text = '!\nsnmp-server community public RO\n!\nntp server 192.0.2.9\nend\n'
    await tenant.hasText(await tenant.hasDevice({ name: 'core-1', site: 'lyon' }), text)
    await tenant.hasText(await tenant.hasDevice({ name: 'core-2' }), 'ntp server 192.0.2.99\nend\n')
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    const { token } = await service.as('tenant_operator', tenant)
    shell = await startGuideShell(folder, { url: service.url, token, variables: { CUSTOMER: tenant.id } })
  })
  after(async () => {
    await shell.end()
    await service.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  /** The same with what differs from one installation to the next left out. */
  const describeSize = (said: string) =>
    said
      .trimEnd()
      .split('\n')
      .map((line) =>
        JSON.parse(line, (name, value) =>
          /(^|_)id$|_at$/.test(name) || name === 'line' || name === 'texts' ? null : value,
        ),
      )

  it('find a line, with a response in the documented format', async () => {
    const said = await shell.run(guide.take('"context": 1'))

    expect(describeSize(said)).to.deep.equal(describeSize(guide.take('"type":"match"')))
  })

  it('find the devices that lack a line', async () => {
    const [missing, end] = describeSize(await shell.run(guide.take('"missing": true')))

    expect(missing).to.deep.include({ type: 'missing' })
    expect(missing.device.name).to.equal('core-2')
    expect(end).to.include({ complete: true, devices: 1 })
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
