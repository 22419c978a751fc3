import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { approveFingerprint, backUpDevice } from '../../support/finished-runs.ts'
import { meridianConfig, meridianSecret, startMeridian } from '../../support/meridian-device.ts'
import { aRealAgent, eventually, type RealAgent, type RunningAgent } from '../../support/real-agent.ts'
import { type Client, type Customer, must } from '../../support/service.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

describeConsole('the editor of platform documents beside a device', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client
  let agent: RealAgent
  let running: RunningAgent
  let simulator: SshSimulator
  let device: components['schemas']['Device']
  let readings = 0

  before(async () => {
    shown = await openConsole()
    const { service } = shown
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200, claim_wait_ms: 1_000 }
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    agent = await aRealAgent(service, customer)
    await agent.enroll()
    running = agent.run()
    simulator = await startMeridian(() => meridianConfig(`10:${String(readings++ % 60).padStart(2, '0')}`))
    const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
    const reached = { hostname: '127.0.0.1', credential_id: credential.id, options: { ssh_port: simulator.port } }
    device = await customer.hasDevice({ name: 'core-7', platform: 'cisco_ios', ...reached })
    await eventually('the agent is online', async () => {
      const agents = must(await admin.get('/api/agents'), 200) as components['schemas']['Agent'][]
      return agents.some(({ status }) => status === 'online') ? true : undefined
    })
  })

  after(async () => {
    await running?.stop()
    await simulator?.close()
    await shown?.close()
    agent?.remove()
  })

  it('leads from nothing to an active document and the first stored backup', async () => {
    const { page, axe, picture, close } = await shown.open({
      as: admin,
      at: '/platforms/new',
      width: 1500,
      height: 950,
    })
    await readSoonAgain(page)

    await page.getByLabel('Name', { exact: true }).fill('Meridian NX')
    await page.getByLabel('Vendor', { exact: true }).fill('Meridian')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { name: 'Edit Meridian NX' }).waitFor()
    await page.locator('.picker').click()
    await page.locator('.n-base-select-option', { hasText: 'core-7' }).click()
    await page.getByRole('button', { name: 'Explore device' }).click()
    await page.getByRole('link', { name: 'Review host keys' }).waitFor()
    await approveFingerprint(admin, device, simulator.hostKeyFingerprint)

    await page.getByRole('button', { name: 'Explore device' }).click()
    await page.getByRole('heading', { name: 'Proposed rules' }).waitFor()
    const pager = page.getByRole('row', { name: /ssh\.pager/ })
    expect(await pager.textContent())
      .to.include('-- press space (12%) --')
      .and.include('show version')
    await page.locator('.transcript li', { hasText: 'user admin password <secret>' }).waitFor()
    expect(await page.locator('main').textContent()).not.to.include(meridianSecret)
    await picture('platform-explored')
    expect(await axe('both')).to.deep.equal([])
    await picture('platform-explored-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Apply ssh.logout' }).click()
    await page.getByRole('button', { name: 'Apply all rules' }).click()
    await page.getByText('The rules are in the document.').first().waitFor()
    await page.locator('.cm-line', { hasText: "host: '[\\w.-]+'" }).waitFor()

    await page.getByLabel('Read twice').check()
    await page.getByRole('button', { name: 'Save and try' }).click()
    await page.getByText('The version passed.').waitFor()
    const artifact = page.getByRole('row', { name: /running-config accepted/ })
    expect(await artifact.textContent()).to.match(/0 of \d+/)
    await page.getByRole('heading', { name: 'Differences between two readings' }).waitFor()
    await picture('platform-tried')
    await page.getByRole('button', { name: /Apply volatile pattern .! shown at/ }).click()
    await page.getByRole('button', { name: 'Save and try' }).click()
    await page.getByText('The readings do not differ.').waitFor()
    await page.getByRole('button', { name: 'Keep as test' }).click()
    await page.getByRole('row', { name: /core-7, version 3/ }).waitFor()
    await page.getByRole('button', { name: 'Mark as tested' }).click()
    await page.getByText('tested', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Version 3 is active.').waitFor()
    await close()

    must(await admin.patch(`/api/devices/${device.id}`, { platform: 'meridian_nx', approve_address: true }), 200)
    const run = await backUpDevice(admin, device)
    const again = await backUpDevice(admin, device)
    expect([run.status, again.status], JSON.stringify(run)).to.deep.equal(['succeeded', 'unchanged'])
    expect(run).to.include({ platform_version: 3 })
  })

  it('shows where a cut text would be accepted, and the errors of a document that is tried unsaved', async () => {
    const [document] = must(await admin.get('/api/platforms/documents'), 200)
    const { page, axe, picture, close } = await shown.open({
      ...{ as: admin, at: `/platforms/${document.id}/edit`, width: 1500, height: 950 },
    })
    const load = (text: string) =>
      page.getByLabel('Load a file').setInputFiles({ name: 'x.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })
    await page.locator('.picker').click()
    await page.locator('.n-base-select-option', { hasText: 'core-7' }).click()

    await load(`${document.version.source}unknwn: 1\n`)
    await page.getByRole('button', { name: 'Save and try' }).click()
    await page.getByRole('button', { name: /The key unknwn is unknown/ }).waitFor()
    await load(document.version.source.replace('end of configuration', 'end of text'))
    await page.getByRole('button', { name: 'Save and try' }).click()
    await page.getByRole('button', { name: /The test core-7, version 3 fails: .* the rule last/ }).waitFor()
    await page.getByRole('button', { name: 'Delete test core-7, version 3' }).click()
    await page.getByText('The test is deleted.').waitFor()
    await load(document.version.source.replace("last: '^end of configuration$'", 'min_lines: 10'))
    await page.getByRole('button', { name: 'Save and try' }).click()
    await page.getByText('The version did not pass.').waitFor()

    const places = page.getByText(/running-config: a text cut at \d+ B, .* is accepted\. Require more lines/)
    await places.waitFor()
    await page.locator('.transcript li.tone-warn', { hasText: 'password' }).waitFor()
    await picture('platform-cuts')
    expect(await axe('both')).to.deep.equal([])
    await page.reload()
    await places.waitFor()
    await close()
  })
})

/** The second reading of a dry run follows after a second instead of 30. */
async function readSoonAgain(page: Page): Promise<void> {
  await page.route('**/api/platforms/*/try**', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), interval_seconds: 1 }) }),
  )
}
