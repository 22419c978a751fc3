import { randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type { Download, Page } from 'playwright-core'
import { Device } from '../../../service/store/models/device.ts'
import { Fingerprint } from '../../../service/store/models/fingerprint.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { wholeConfiguration } from '../../support/scene/restorable.ts'
import { createScene } from '../../support/scene/scene.ts'
import { type ConsoleWindow, type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type CountedHands, countedHands } from './counted-hands.ts'
import { must } from '../../support/service.ts'

const guide = path.join(import.meta.dirname, '../../../docs/console.md')

const earlier = 'hostname core-1\n!\nntp server 192.0.2.9\n!\nend\n'
const later = earlier.replace('ntp server 192.0.2.9', 'ntp server 192.0.2.10')

const shownFingerprint = `SHA256:${'B'.repeat(43)}`

describeConsole('common tasks from the overview', () => {
  let shown: TestConsole
  let customer: AgentScene
  let window: ConsoleWindow
  let router: string
  const known = countsOf(fs.readFileSync(guide, 'utf8'))
  const met = new Set<string>()

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    router = (await deviceNamed('core-1')).id
    await customer.backUpTexts(router, { 'running-config': earlier })
    await customer.backUpTexts(router, { 'running-config': later })
    await aFailure((await deviceNamed('edge-7')).id)
    await aChangedHostKey(router)
    await aRestorableRouter()
    window = await newWindow()
  })

  /** Closes what one task has left open, so that it does not affect the next. */
  afterEach(async function () {
    if (this.currentTest?.isPassed()) return
    await window.close()
    window = await newWindow()
  })

  after(async () => {
    await shown?.close()
    expect([...known.keys()].filter((task) => !met.has(task))).to.deep.equal([])
  })

  const newWindow = () =>
    shown.open({ as: customer.admin, at: `/?customer=${customer.slug}`, width: 1440, height: 900 })

  async function deviceNamed(name: string) {
    return customer.hasDevice({ name, credential_id: (await customer.hasCredential()).id })
  }

  async function aFailure(deviceId: string) {
    const job = await begun(deviceId)
    const report = { error: 'edge-7: failed while logging in; seen: % Login invalid. To try: check the credential.' }
    await customer.agent.result(job, { outcome: 'failed', error_code: 'auth_failed', report })
  }

  /** A key that differs from the compared one. */
  async function aChangedHostKey(deviceId: string) {
    const now = shown.service.dependencies.now()
    const row = { tenantId: customer.id, deviceId, kind: 'ssh_host_key' as const, algorithm: 'ssh-ed25519', host: '192.0.2.1', port: 22, firstSeenAt: now, lastSeenAt: now } // prettier-ignore
    const known = { status: 'approved' as const, compared: true, decidedBy: 'ada', decidedAt: now }
    const shows = { status: 'pending' as const, compared: false, fingerprint: shownFingerprint }
    await inScope(shown.service.db.knex, { kind: 'tenant', tenantId: customer.id }, async (trx) => {
      await Fingerprint.query(trx).insert({
        ...row,
        ...known,
        id: randomUUIDv7(),
        fingerprint: `SHA256:${'A'.repeat(43)}`,
      })
      await Fingerprint.query(trx).insert({ ...row, ...shows, id: randomUUIDv7() })
    })
  }

  async function begun(deviceId: string) {
    must(await customer.admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [deviceId] }), 202)
    return customer.agent.startJob()
  }

  /** The documented number of steps. More is a failure, fewer requires a correction of the guide. */
  function task(name: string, work: (page: Page, hands: CountedHands) => Promise<void>) {
    it(name, async () => {
      const { page, go } = window
      await go('/')
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      const hands = countedHands(page)
      met.add(name)

      await work(page, hands)

      expect(hands.count, 'clicks and keys').to.equal(known.get(name))
    })
  }

  task('see what failed last night and why', async (page) => {
    const row = page.getByRole('listitem').filter({ hasText: 'edge-7' })
    await row.getByText('check the credential').waitFor()
  })

  task('compare a device’s last change with what was there before', async (page, hands) => {
    await goTo('core-1', page, hands)
    await hands.click(page.getByRole('region', { name: 'Last changes' }).getByRole('link', { name: 'running-config' }))
    await page.getByText('192.0.2.10').first().waitFor()
  })

  task('find a line in all configurations', async (page, hands) => {
    await hands.click(page.getByRole('link', { name: 'Search', exact: true }))
    await hands.fill(page.getByLabel('Line contains'), 'ntp server')
    await hands.press('Enter')
    await page.getByRole('link', { name: /ntp server 192\.0\.2\.10/ }).waitFor()
  })

  task('download a device’s last configuration', async (page, hands) => {
    await hands.press('Control+k')
    await hands.fill(page.getByRole('dialog').getByRole('combobox'), 'core-1')
    const saved = page.waitForEvent('download')
    await hands.click(page.getByRole('option', { name: 'Download the latest configuration of core-1' }))
    expect(await textOf(await saved)).to.equal(later)
  })

  task('add a device and test the connection to it', async (page, hands) => {
    await hands.click(page.getByRole('link', { name: 'Devices', exact: true }))
    await hands.click(page.getByRole('link', { name: 'Add device' }).first())
    await page.getByRole('heading', { name: 'Add device' }).waitFor()
    await hands.fill(page.getByRole('textbox', { name: /^Name/ }), 'access-3')
    await hands.fill(page.getByLabel('Address or host name'), '192.0.2.33')
    await hands.choose(page.getByLabel('Platform'), 'Cisco IOS XE')
    await hands.click(page.getByRole('button', { name: 'Add device' }))
    await hands.click(page.getByRole('button', { name: 'Test connection' }))
    await page.getByText('waiting for an agent').waitFor()
    const job = await customer.agent.startJob()
    await customer.agent.result(job, { report: { steps: [{ name: 'log in', ok: true, duration_ms: 80 }] } })
    await page.getByText('Connection successful. A backup can start.').waitFor()
  })

  task('approve a device’s host key that has changed', async (page, hands) => {
    await hands.click(page.getByRole('link', { name: 'Trust', exact: true }))
    await page.getByRole('heading', { name: 'core-1 shows a host key other than' }).waitFor()
    await hands.fill(page.getByLabel('Paste the output of the device'), `256 ${shownFingerprint} core-1 (ED25519)`)
    await hands.click(page.getByRole('button', { name: 'Approve', exact: true }))
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }))
    await page.getByText(/^Approved\./).waitFor()
  })

  task('back a device up now and watch it', async (page, hands) => {
    await goTo('core-1', page, hands)
    await hands.click(page.getByRole('button', { name: 'Back up now' }))
    const runs = page.getByRole('region', { name: 'Last runs' })
    await hands.click(runs.getByRole('link', { name: /queued/ }))
    const job = await customer.agent.startJob()
    const at = shown.service.dependencies.now().toISOString()
    await customer.agent.log(job, [{ at, level: 'info', line: 'show running-config' }])
    await page.getByText('show running-config').waitFor()
    await customer.agent.result(job, { artifacts: await customer.agent.capture(job, { 'running-config': later }) })
    await page.getByText('unchanged').first().waitFor()
  })

  task('restore an older version to a device', async (page, hands) => {
    await goTo('border-1', page, hands)
    await hands.click(page.getByRole('button', { name: /^Compare configuration-conf/ }))
    await hands.click(page.getByRole('button', { name: 'More actions for this version' }).first())
    await hands.click(page.getByText('Restore this version…'))
    await hands.fill(page.getByLabel('Type LOAD OVERRIDE'), 'LOAD OVERRIDE')
    await hands.click(page.getByRole('button', { name: /^Replace the configuration of border-1/ }))
    await page.getByRole('heading', { name: 'Waiting for an agent' }).waitFor()
  })

  task('enrol an agent', async (page, hands) => {
    await hands.click(page.getByRole('link', { name: 'Agents', exact: true }))
    await hands.click(page.getByRole('link', { name: 'Add agent' }))
    await hands.fill(page.getByRole('textbox', { name: /^Name/ }), 'Ghent, rack 1')
    await hands.click(page.getByRole('button', { name: 'Add', exact: true }))
    await hands.click(page.getByRole('button', { name: 'Create token' }))
    await page.getByText('It is shown only once.').waitFor()
  })

  task('print the report of a day for an auditor', async (page, hands) => {
    await hands.click(page.getByRole('link', { name: 'Reports', exact: true }))
    const saved = page.waitForEvent('download')
    await hands.click(page.getByRole('button', { name: 'Save as JSON' }))
    expect(JSON.parse(await textOf(await saved))).to.have.property('summary')
  })

  /** A Junos router with two versions, of which the older one can be restored. */
  async function aRestorableRouter() {
    for (const level of ['platform?', `customer?tenant=${customer.id}`]) {
      must(await customer.admin.put(`/api/restore/policy/${level}`, { restore_policy: 'allow' }), 200)
    }
    const { id } = await customer.hasDevice({ name: 'border-1', platform: 'routeco_junos' })
    const tenant = await createScene(shown.service.dependencies, customer)
    const device = await tenant.inTransaction(({ trx }) => Device.query(trx).findById(id).throwIfNotFound().execute())
    const capturedAt = new Date(shown.service.dependencies.now().getTime() - 3_600_000)
    await tenant.hasText(device, wholeConfiguration, { key: 'configuration-conf', capturedAt })
    await tenant.hasText(device, wholeConfiguration.replace('r1', 'r2'), { key: 'configuration-conf' })
  }
})

/** By the palette, where a few letters and Enter lead to a device. */
async function goTo(name: string, page: Page, hands: CountedHands): Promise<void> {
  await hands.press('Control+k')
  await hands.fill(page.getByRole('dialog').getByRole('combobox'), name)
  await page.getByRole('option', { name }).first().waitFor() // prettier-ignore
  await hands.press('Enter')
}

async function textOf(download: Download): Promise<string> {
  return fs.readFileSync(await download.path(), 'utf8')
}

/** Of the guide's table: what a task takes. */
function countsOf(text: string): Map<string, number> {
  const [, table = ''] = text.split('## Clicks for common tasks')
  return new Map(
    [...table.matchAll(/^\| ([^|]+?) +\| (\d+) +\|$/gm)].map(([, task = '', count]) => [task, Number(count)]),
  )
}
