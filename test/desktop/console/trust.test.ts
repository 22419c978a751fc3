import { createHash, randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { Fingerprint } from '../../../service/store/models/fingerprint.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { must } from '../../support/service.ts'

const planted = '<img src=x onerror=alert(1)>'

describeConsole('the fingerprint page', () => {
  let shown: TestConsole
  let customer: AgentScene

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
  })

  after(() => shown?.close())

  const fingerprintOf = (id: string) => `SHA256:${createHash('sha256').update(id).digest('base64').replace('=', '')}`

  /** What an agent's report leaves behind. */
  async function seen(deviceId: string, facts: Partial<Fingerprint> = {}): Promise<string> {
    shown.service.advance(1000)
    const now = shown.service.dependencies.now()
    const id = randomUUIDv7()
    const row = {
      id,
      tenantId: customer.id,
      deviceId,
      kind: 'ssh_host_key' as const,
      algorithm: 'ssh-ed25519',
      host: '192.0.2.1',
      port: 22,
      fingerprint: fingerprintOf(id),
      status: 'pending' as const,
      compared: false,
      firstSeenAt: now,
      lastSeenAt: now,
      ...facts,
    }
    await inScope(shown.service.db.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      Fingerprint.query(trx).insert(row),
    )
    return id
  }

  const statusOf = async (id: string) => must(await customer.admin.get(`/api/trust/fingerprints/${id}`), 200).status

  it('shows old and new fingerprints, the command, and whether pasted text matches', async () => {
    const core = await customer.hasDevice({ name: 'core-1' })
    const other = await customer.hasDevice({ name: planted, platform: 'fwco_fortios' })
    const trusted = await seen(core.id, {
      status: 'approved',
      compared: true,
      decidedBy: 'ada',
      decidedAt: new Date(0),
    })
    const changed = await seen(core.id)
    const first = await seen(other.id, {
      kind: 'tls_certificate',
      algorithm: 'RSA 2048',
      port: 443,
      fingerprint: pairs(1),
    })
    const admin = await customer.as('tenant_admin')
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/trust', width: 1440, height: 900 })

    await page.getByRole('heading', { name: `${planted} shows a new certificate` }).waitFor()
    await page.getByText('There is no tested command for').waitFor()
    await picture('trust-first')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('link', { name: 'core-1' }).first().click()
    await page.getByRole('heading', { name: 'core-1 shows a host key other than' }).waitFor()
    const sides = await page.getByRole('region', { name: 'Side by side' }).innerText()
    expect(sides.replaceAll(/\s/g, '')).to.include(fingerprintOf(trusted)).and.to.include(fingerprintOf(changed))
    await page.getByText('show ip ssh', { exact: true }).waitFor()
    const paste = page.getByLabel('Paste the output of the device')
    await paste.fill('SSH Enabled - version 2.0')
    await page.getByText('No fingerprint, key or certificate found.').waitFor()
    await paste.fill(`256 ${fingerprintOf(trusted)} core-1 (ED25519)`)
    await page.getByText('Different.').waitFor()
    await picture('trust-other')
    expect(await axe('both')).to.deep.equal([])
    await paste.fill(`256 ${fingerprintOf(changed)} core-1 (ED25519)`)
    await page.getByText('Identical. The device shows this fingerprint.').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Back up now').waitFor()
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()

    await page.getByText('Approved. core-1 can be backed up again.').waitFor()
    await page.getByRole('heading', { name: `${planted} shows` }).waitFor()
    expect(await page.getByRole('link', { name: 'core-1' }).count()).to.equal(0)
    expect([await statusOf(trusted), await statusOf(changed), await statusOf(first)]).to.deep.equal([
      'superseded',
      'approved',
      'pending',
    ])
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('Nothing is waiting for you').waitFor()
    await page.locator('main:focus').waitFor() // what had the focus before has gone with the fingerprint
    expect(await statusOf(first)).to.equal('rejected')
    await close()
  })

  it('names the agent that saw it and the number of blocked runs', async () => {
    const { agent, admin } = customer
    const device = await customer.hasDevice({ name: 'core-9' })
    must(await admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [device.id] }), 202)
    const jobs = await agent.open(await agent.claim())
    const job = jobs.find(({ order }) => order.device.id === device.id)!
    await agent.heartbeat([job])
    const observed = [{ kind: 'ssh_host_key', algorithm: 'ssh-rsa', host: device.hostname, port: 22, fingerprint: fingerprintOf('9') }] // prettier-ignore
    await agent.send('POST', `/api/agent/jobs/${job.jobId}/fingerprints`, { lease_id: job.leaseId, observed })
    await agent.result(job, { outcome: 'blocked', error_code: 'fingerprint_unapproved' })
    const reader = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as: reader, at: '/trust' })

    await page.getByRole('heading', { name: 'core-9 shows a new host key' }).waitFor()
    await page.getByRole('link', { name: 'one run' }).waitFor()
    await page
      .getByRole('article')
      .getByRole('link', { name: /^agent-/ })
      .click()
    await page.getByRole('heading', { name: 'Runs of the last 7 days' }).waitFor()
    await page.getByRole('link', { name: 'core-9' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'core-9 shows a new host key' }).waitFor()
    const [{ id }] = must(await admin.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
    must(await admin.post(`/api/trust/fingerprints/${id}/reject?tenant=${customer.id}`), 200)
    await close()
  })

  it('shows the fingerprints of one device until the user clears its name', async () => {
    const device = await customer.hasDevice({ name: 'core-10' })
    const id = await seen(device.id)
    const as = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as, at: `/trust?device_id=${device.id}` })
    const rows = page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })
    await page.getByRole('row', { name: 'core-10' }).waitFor()
    expect(await rows.count()).to.equal(1)

    const name = (await page.locator('.tone-tag').getByText('core-10').boundingBox())!
    const clear = page.getByRole('button', { name: 'Clear filters' })
    const button = (await clear.boundingBox())!
    expect(button.x, 'beside the name').to.be.at.least(name.x + name.width)
    expect(Math.abs(button.y + button.height / 2 - name.y - name.height / 2), 'on its line').to.be.below(3)
    await clear.click()
    await page.waitForURL((url) => !url.href.includes('device_id'))
    must(await customer.admin.post(`/api/trust/fingerprints/${id}/reject?tenant=${customer.id}`), 200)
    await close()
  })

  it('asks for the device name if another fingerprint was trusted and none compared', async () => {
    const device = await customer.hasDevice({ name: 'edge-7' })
    await seen(device.id, { status: 'approved', compared: true })
    const changed = await seen(device.id)
    const admin = await customer.as('tenant_admin')
    const { page, close } = await shown.open({ as: admin, at: `/trust?id=${changed}` })

    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).to.equal(true)
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('edge-7')
    await dialog.getByText('Back up now').click()
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Approved. edge-7').waitFor()
    expect(await statusOf(changed)).to.equal('approved')
    await close()
  })

  it('opens a linked fingerprint under its own customer', async () => {
    await shown.service.hasTenant('globex')
    const id = await seen((await customer.hasDevice({ name: 'edge-8' })).id)
    const as = await shown.service.as('platform_operator')
    const { page, close } = await shown.open({ as, at: `/trust?id=${id}&customer=globex` })

    await page.getByRole('button', { name: 'Customer: northwind' }).waitFor()
    await page.getByRole('heading', { name: 'edge-8 shows a new host key' }).waitFor()
    await page.getByRole('link', { name: 'edge-8' }).first().waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Since' }).uncheck()
    await page.getByRole('columnheader', { name: 'Since' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'edge-8 shows a new host key' }).waitFor()
    must(await customer.admin.post(`/api/trust/fingerprints/${id}/reject?tenant=${customer.id}`), 200)
    await close()
  })

  it('approves those of several that occur in the pasted text', async () => {
    const devices = [await customer.hasDevice({ name: 'leaf-1' }), await customer.hasDevice({ name: 'leaf-2' })]
    const admin = await customer.as('tenant_admin')
    const { page, go, axe, picture, close } = await shown.open({ as: admin, at: '/trust' })
    await page.getByText('Nothing is waiting for you').waitFor()
    const ids = [await seen(devices[0]!.id), await seen(devices[1]!.id, { status: 'approved' })]
    await go('/trust?view=all')
    await page.getByLabel('Select leaf-1').click()
    await page.getByLabel('Select leaf-2').click()

    await page.getByRole('button', { name: 'Compare and approve' }).click()
    await page
      .getByRole('dialog')
      .getByLabel('Paste the output of the devices')
      .fill(`leaf-2: ${fingerprintOf(ids[1]!)}`)
    await page.getByText('1 of 2 found').waitFor()
    await picture('trust-bulk')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Approve one' }).click()
    await page.getByText('one selected').waitFor()

    const compared = must(await customer.admin.get(`/api/trust/fingerprints/${ids[1]}`), 200).compared
    expect([await statusOf(ids[0]!), compared]).to.deep.equal(['pending', true])
    await close()
  })

  it('shows a reader everything without actions, in French too', async () => {
    const device = await customer.hasDevice({ name: 'spine-1' })
    await seen(device.id)
    const reader = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as: reader, at: '/trust', language: 'fr' })

    await page.getByRole('heading', { name: 'spine-1 présente une nouvelle clé d’hôte' }).waitFor()
    await page.getByText('modifier les identifiants et décider des empreintes').waitFor()
    expect(await page.getByRole('button', { name: 'Approuver', exact: true }).count()).to.equal(0)
    expect(await page.getByRole('checkbox').count()).to.equal(0)
    await close()
  })
})

function pairs(byte: number): string {
  return Array.from({ length: 32 }, () => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
}
