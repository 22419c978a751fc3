import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type Shell, programMissing } from '../support/doc-shell.ts'
import { startGuideShell } from './guide-session.ts'
import { openGuide } from '../support/guide.ts'
import { aNetboxDevice, createNetbox } from '../support/netbox.ts'
import { type Customer, type TestService, must, startTestService } from '../support/service.ts'

describe('the commands of docs/inventory.md', () => {
  const guide = openGuide('docs/inventory.md')
  let service: TestService
  let customer: Customer
  let folder: string
  let shell: Shell
  before(async function () {
    if (programMissing('curl', 'bash')) return this.skip()
    service = await startTestService()
    customer = await service.hasTenant()
    await customer.hasDevice({ name: 'core-1', site: 'lyon' })
    await customer.hasDevice({ name: '=formula' })
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    const { token } = await service.as('tenant_admin', customer)
    shell = await startGuideShell(folder, { url: service.url, token, variables: { CUSTOMER: customer.id } })
  })
  after(async () => {
    await shell?.end()
    await service?.close()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  })

  it('export the devices and import them again unchanged', async () => {
    await shell.run(guide.take('format=csv'))
    const said = await shell.run(guide.take('import/csv'))

    const reports = said.trim().split(/(?<=\})\s*(?=\{"created")/)
    expect(reports).to.have.length(3)
    for (const report of reports.map((text) => JSON.parse(text))) {
      expect(
        report.updated.map(({ name, changed }: { name: string; changed: string[] }) => [name, changed]),
      ).to.have.deep.members([
        ['core-1', []],
        ['=formula', []],
      ])
      expect([...report.created, ...report.rejected, ...report.warnings]).to.deep.equal([])
    }
  })

  it('dry-run a document that was written by hand', async () => {
    const said = JSON.parse(await shell.run(guide.take('by-hand.json')))

    expect(said.created).to.deep.equal([{ row: 1, name: 'edge-2' }])
    expect(said.rejected).to.deep.equal([])
  })

  it('preview a change of many devices', async () => {
    const said = JSON.parse(await shell.run(guide.take('-X PATCH')))

    expect(said).to.include({ dry_run: true, selected: 1, changed: 1, refused: 0 })
  })

  it('approve pending addresses', async () => {
    const { id } = await customer.hasCredential()
    await customer.hasDevice({ name: 'waiting', credential_id: id, approve_address: false })
    const said = JSON.parse(await shell.run(guide.take('/api/trust/addresses?')))

    expect(said).to.deep.equal({ approved: 1, changed: [] })
  })

  it('import the devices of a NetBox in a dry run', async () => {
    service.dependencies.outgoing = createNetbox({
      devices: [aNetboxDevice({ name: 'from-netbox' })],
      token: 'nbt_…',
    }).outgoing

    const source = { url: 'https://netbox.example.net', token: 'nbt_…' }
    fs.writeFileSync(path.join(folder, 'netbox.json'), JSON.stringify(source), { mode: 0o600 })

    const report = JSON.parse(await shell.run(guide.take('import/netbox')))

    expect(report).to.deep.include({ created: [{ row: 1, name: 'from-netbox' }], dry_run: true })
    const admin = await service.as('platform_admin')
    expect(must(await admin.get(`/api/devices?tenant=${customer.id}`), 200)).to.have.length(3)
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
