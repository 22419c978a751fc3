import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type CloudService, startCloudService } from '../support/cloud-service.ts'
import type { Shell } from '../support/doc-shell.ts'
import { startGuideShell } from './guide-session.ts'
import { openGuide } from '../support/guide.ts'
import type { Customer } from '../support/service.ts'

describe('the commands of docs/discovery.md', () => {
  const guide = openGuide('docs/discovery.md')
  let service: CloudService
  let customer: Customer
  let folder: string
  let shell: Shell
  before(async () => {
    service = await startCloudService()
    customer = await service.hasTenant()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    const { token } = await customer.as('tenant_admin')
    const credential = { name: 'dashboard', api_token: service.cloud.key }
    fs.writeFileSync(path.join(folder, 'credential.json'), JSON.stringify(credential), { mode: 0o600 })
    shell = await startGuideShell(folder, { url: service.url, token, variables: { CUSTOMER: customer.id } })
  })
  after(async () => {
    await shell.end()
    await service.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('add a fleet, scan it, apply a selection, and exclude a network', async () => {
    await shell.run(guide.take('CREDENTIAL='))
    const asked = await shell.run(guide.take('/scan?'))
    await service.runDue()
    const { status, progress, skipped, results } = JSON.parse(await shell.run(guide.take('progress and results')))
    const applied = JSON.parse(await shell.run(guide.take('"keys": ["N_1", "L_2"]')))
    const removed = JSON.parse(await shell.run(guide.take('"how": "remove"')))

    expect(asked.trim()).to.equal('"queued"')
    expect(status).to.equal('succeeded')
    expect(progress).to.deep.equal({ organisations: 1, organisations_done: 1, networks: 2 })
    expect(skipped).to.deep.equal([])
    expect(results.map(({ key }: { key: string }) => key)).to.deep.equal(['N_1', 'L_2'])
    expect(applied.imported).to.deep.equal(['HQ', 'Store 2'])
    expect(removed.decommissioned).to.deep.equal(['Store 2'])
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
