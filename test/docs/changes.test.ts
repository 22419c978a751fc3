import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type Shell, blocksOf, startShell } from '../support/doc-shell.ts'
import { type TestService, startTestService } from '../support/service.ts'
import { storedTenant } from '../support/stored-backups.ts'

describe('the commands of docs/changes.md', () => {
  const blockWith = blocksOf('docs/changes.md')
  let service: TestService
  let folder: string
  let shell: Shell
  before(async () => {
    service = await startTestService()
    const tenant = await storedTenant(service.pieces)
    const device = await tenant.hasDevice()
    const first = await tenant.hasText(device, 'ntp server 192.0.2.1\nend\n')
    await tenant.hasText(device, 'ntp server 192.0.2.9\nend\n')
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    shell = startShell(folder)
    const { token } = await service.as('tenant_admin', tenant)
    fs.writeFileSync(path.join(folder, 'session'), `Authorization: Bearer ${token}\n`, { mode: 0o600 })
    await shell.run(`URL=${service.url} CUSTOMER=${tenant.id} ARTIFACT=${first.artifactId} VERSION=${first.id}`)
    await shell.run('api() { curl -fsS -H @session "$@"; }')
  })
  after(async () => {
    await shell.end()
    await service.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('list what nobody has looked at, and say that somebody has', async () => {
    const inbox = JSON.parse(await shell.run(blockWith('reviewed=false')))
    const reviewed = JSON.parse(await shell.run(blockWith('/api/changes/review')))

    expect(inbox).to.have.length(1)
    expect(reviewed).to.deep.equal({ reviewed: 1 })
  })

  it('pin a version, and tell of the drift', async () => {
    const said = await shell.run(blockWith('/pin?'))

    expect(said).to.match(/"drifted":true/)
    expect(said).to.include('+ntp server 192.0.2.9')
    expect(said).to.match(/"state":"never"/)
  })
})
