import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { anAgent } from '../../support/fake-agent.ts'
import { createFullScene } from '../../support/scene/full-scene.ts'

describeConsole('the set-up of an empty installation', () => {
  let shown: TestConsole
  before(async () => {
    shown = await openConsole()
  })
  after(() => shown.close())

  const card = (page: Page) => page.getByRole('region', { name: 'Set up Coffer' })
  const done = async (page: Page) =>
    (await card(page).getByRole('listitem').filter({ hasText: 'done' }).locator('strong').allTextContents()).sort()

  it('lists the steps in order, asks for a master key copy, and claims no good state', async () => {
    const admin = await shown.service.as('platform_admin')
    await admin.patch('/api/settings', { master_key_backed_up: false })
    const { page, axe, picture, close } = await shown.open({ as: admin })
    await card(page).waitFor()
    const steps = await card(page).locator('li strong').allTextContents()
    const calmTexts = ['No exceptions', 'Nothing is waiting for you', 'all is well']
    const calm = await Promise.all(calmTexts.map((text) => page.getByText(text).count()))
    const barriers = await axe('both')
    await picture('set-up')

    await card(page).getByRole('button', { name: 'I have kept a copy' }).click()
    await page.getByText('Recorded: you keep a copy of the master key').waitFor()
    await card(page).getByText('1 of 8 done').waitFor()

    const settings = await admin.get('/api/settings')
    const audit = await admin.get('/api/audit?action=settings.update')
    expect(settings.body.master_key_backed_up_at).to.be.a('string')
    expect(audit.body[0].detail.changed).to.deep.equal(['master_key_backed_up'])
    expect(steps).to.deep.equal([
      'Keep a copy of the master key',
      'Change the first password',
      'Add a customer',
      'Add an agent',
      'Add a credential',
      'Add a device',
      'Make the first backup',
      'Send events to your tools',
    ])
    expect([calm, barriers]).to.deep.equal([[0, 0, 0], []])
    await close()
  })

  it('shows progress, links to the next step, and closes', async () => {
    const customer = await shown.service.hasTenant()
    await anAgent(shown.service, customer)
    const admin = await shown.service.as('platform_admin')
    await admin.patch('/api/settings', { master_key_backed_up: true })
    const { page, close } = await shown.open({ as: admin, at: `/?customer=${customer.slug}` })

    await card(page).getByText('3 of 8 done').waitFor()
    const before = await done(page)
    await card(page).getByRole('link', { name: 'Add credential' }).click()
    await page.getByRole('heading', { name: 'Add credential', level: 1 }).waitFor()
    await page.goBack()
    await card(page).getByRole('button', { name: 'Hide' }).click()
    await card(page).waitFor({ state: 'detached' })

    expect(before).to.deep.equal(['Add a customer', 'Add an agent', 'Keep a copy of the master key'])
    await close()
  })

  it('is hidden from customers with backups, whose users cannot save the master key', async () => {
    const stored = await createFullScene(shown.service)
    const { page, close } = await shown.open({ as: await stored.as('tenant_admin'), language: 'fr' })

    await page.getByRole('region', { name: 'À examiner' }).waitFor()
    await page.getByText('agent en ligne sur 1').waitFor()

    expect(await page.getByRole('region', { name: 'Mettre Coffer en service' }).count()).to.equal(0)
    await close()
  })
})
