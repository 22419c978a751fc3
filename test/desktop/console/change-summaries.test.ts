import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { must } from '../../support/service.ts'
import { type ConsoleWindow, type TestConsole, describeConsole, openConsole } from '../../support/console.ts'

describeConsole('summaries of changes', () => {
  let shown: TestConsole
  let customer: AgentScene
  let window: ConsoleWindow
  let router: string

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    for (const name of ['core-1', 'core-2', 'core-3']) {
      router = await customer.hasRouter()
      const site = name === 'core-3' ? 'Gent' : 'Lyon'
      must(await customer.admin.patch(`/api/devices/${router}?tenant=${customer.id}`, { name, site }), 200)
      for (const server of ['192.0.2.1', '192.0.2.2']) {
        await customer.backUpTexts(router, { 'running-config': configuration(name, server) })
      }
    }
    await customer.backUpTexts(router, { 'running-config': configuration('core-3', '192.0.2.2', 'core uplink') })
    window = await shown.open({ as: await customer.as('tenant_admin'), at: '/changes', width: 1440, height: 900 })
  })

  after(() => shown?.close())

  it('are in the list of changes, beside a change, in the comparison and on the page of the run', async () => {
    const { page, picture } = window
    const summary = 'interface Gi1/0/2: description uplink → core uplink'

    await page.getByRole('row', { name: summary }).waitFor()
    await page.keyboard.press('j')
    const peek = page.getByRole('region', { name: 'Selected change' })
    await peek.getByText(summary).waitFor()
    await picture('summaries-changes')
    await peek.getByRole('link', { name: 'Run', exact: true }).click()
    await page.getByText(summary).waitFor()
    await picture('summaries-run')
    await page.getByRole('link', { name: 'View change' }).click()
    await page.locator('#compare-summary').getByText(summary).waitFor()
    await picture('summaries-compare')
    await page.goto(`${shown.service.url}/#/devices/${router}`)
    await page.getByRole('row', { name: summary }).waitFor()
    await picture('summaries-device')
  })

  it('group equal changes of several devices, which one review with a ticket covers', async () => {
    const { page, picture, axe } = window
    await page.goto(`${shown.service.url}/#/changes`)
    await page.getByRole('link', { name: 'Equal changes', exact: true }).click()
    const row = page.getByRole('row', { name: 'ntp server 192.0.2.1 → 192.0.2.2' })

    await row.getByText('core-1, core-2, core-3').waitFor()
    await row.getByRole('link').click()
    const peek = page.getByRole('region', { name: 'Selected changes' })
    await peek.getByText('ntp server 192.0.2.2', { exact: true }).waitFor()
    await picture('change-groups')
    expect(await axe('both')).to.deep.equal([])
    await peek.getByRole('button', { name: 'With note and ticket…' }).click()
    await page.getByRole('dialog').getByLabel('Ticket').fill('CHG-7')
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as reviewed' }).click()

    await page.getByText('3 changes marked as reviewed').waitFor()
    await row.waitFor({ state: 'detached' })
    const { body } = await customer.admin.get(`/api/changes?tenant=${customer.id}&reviewed=true`)
    const tickets = body.map(({ version }: { version: { review_ticket: string } }) => version.review_ticket)
    expect(tickets).to.deep.equal(['CHG-7', 'CHG-7', 'CHG-7'])
  })

  it('group only what the filters of the list match, also for a review', async () => {
    const { page } = window
    const row = page.getByRole('row', { name: 'ntp server 192.0.2.1 → 192.0.2.2' })
    const { body } = await customer.admin.get(`/api/changes?tenant=${customer.id}&reviewed=true`)
    for (const { version } of body) {
      const path = `/api/artifacts/versions/${version.id}/review?tenant=${customer.id}`
      must(await customer.admin.delete(path), 204)
    }

    await page.goto(`${shown.service.url}/#/changes/equal?site=Lyon`)
    await row.getByText('core-1, core-2', { exact: true }).waitFor()
    await row.getByRole('link').click()
    await page.getByRole('button', { name: 'Mark 2 as reviewed' }).click()
    await page.getByText('2 changes marked as reviewed').waitFor()

    const open = must(await customer.admin.get(`/api/changes?tenant=${customer.id}&reviewed=false`), 200)
    expect(open.map(({ device }: { device: { name: string } }) => device.name)).to.deep.equal(['core-3', 'core-3'])
  })

  it('lead from a change to the equal ones of other devices, for a reader in French too', async () => {
    const reader = await customer.as('tenant_readonly')
    const at = '/changes/equal?reviewed=any'
    const { page, axe, picture, close } = await shown.open({ as: reader, at, language: 'fr', theme: 'dark' })

    await page.getByRole('row', { name: 'ntp server 192.0.2.1 → 192.0.2.2' }).getByRole('link').click()
    await page.getByRole('region', { name: 'Changements sélectionnés' }).waitFor()
    expect(await page.getByRole('button', { name: 'Marquer' }).count()).to.equal(0)
    await picture('change-groups-fr')
    expect(await axe('dark')).to.deep.equal([])
    await page.getByRole('link', { name: 'Afficher les changements un par un' }).click()
    await page.getByRole('row', { name: /core-1/ }).waitFor()
    expect(await page.getByRole('row', { name: /core-/ }).count()).to.equal(3)
    await close()
  })
})

function configuration(name: string, server: string, uplink = 'uplink'): string {
  const ports = [1, 2, 3].map(
    (port) =>
      `interface Gi1/0/${port}\n description ${port === 2 ? uplink : 'access'}\n switchport access vlan 10\n!\n`,
  )
  return `hostname ${name}\n!\n${ports.join('')}ntp server ${server}\nend\n`
}
