import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { person } from '../../fakes/electron.ts'
import { allowBreakGlass, registerCopy } from '../../support/break-glass.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type DesktopProgram, startDesktopProgram } from '../../support/desktop-program.ts'
import { createScene } from '../../support/scene/scene.ts'
import { type Client, type Customer, must } from '../../support/service.ts'
import { bridgePage } from './bridged-page.ts'

const passphrase = 'an apple, a pear and a plum'

describeConsole('the break-glass copies of the desktop', () => {
  let shown: TestConsole
  let program: DesktopProgram
  let customer: Customer
  let operator: Client
  let window: Awaited<ReturnType<TestConsole['open']>>
  let page: Page

  before(async () => {
    ;[shown, program] = await Promise.all([openConsole(), startDesktopProgram()])
    const { service } = shown
    await allowBreakGlass(service)
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    const tenant = await createScene(service.dependencies, customer)
    const seen = service.dependencies.now()
    const good = { capturedAt: new Date(seen.getTime() - 60_000), lastSeenAt: seen }
    const edge = await tenant.hasDevice({ name: 'edge-1', site: 'Ghent', hostname: '192.0.2.11' })
    await tenant.hasText(edge, 'hostname edge-1\n!\ninterface Gi0/1\n description uplink\n!\nend\n', good)
    const core = await tenant.hasDevice({ name: 'core-1', site: 'Bruges', hostname: '192.0.2.12' })
    await tenant.hasText(core, 'hostname core-1\n', { capturedAt: seen, lastSeenAt: seen })
    await program.bridge.changeService({ port: Number(new URL(service.url).port) })
    window = await shown.open({
      as: operator,
      at: '/desktop/break-glass',
      prepare: async (opened) => {
        await program.bridge.keepSession({ token: operator.token!, user: 'anna', expiresAt: '2999-01-01T00:00:00Z' })
        await bridgePage(opened, program)
      },
    })
    page = window.page
  })
  after(async () => {
    await shown?.close()
    await program?.end()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const inBothThemes = async (name: string) => {
    for (const theme of ['light', 'dark'] as const) {
      expect(await window.axe(theme), `${name} ${theme}`).to.deep.equal([])
      await window.picture(`break-glass-${name}-${theme}`)
    }
  }
  const setReachable = (isReachable: boolean) =>
    isReachable ? page.unrouteAll() : page.route('**/api/**', (route) => route.abort('connectionrefused'))

  it('are created with a passphrase that is typed twice, and refreshed', async () => {
    await page.getByText('No break-glass copies on this computer').waitFor()
    await button('New copy').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of this computer').fill('anna-laptop')
    await dialog.getByLabel('Passphrase *', { exact: true }).fill('too short')
    await dialog.getByLabel('Passphrase again').fill('another')
    await dialog.getByRole('button', { name: 'Create copy' }).click()
    await dialog.getByText('differs from the passphrase').waitFor()
    await dialog.getByLabel('Ghent').waitFor()
    await inBothThemes('new')
    await dialog.getByLabel('Passphrase *', { exact: true }).fill(passphrase)
    await dialog.getByLabel('Passphrase again').fill(passphrase)
    await dialog.getByRole('button', { name: 'Create copy' }).click()

    await page.getByText('Up to date').waitFor()
    await page.getByText('2 configurations of 2 devices').waitFor()
    await inBothThemes('list')
    const [copy] = must(await operator.get('/api/break-glass-copies'), 200)
    expect(copy).to.include({ computer: 'anna-laptop', state: 'active', configurations: 2 })
  })

  it('are reached from the login page when the service cannot be reached, and read with the passphrase', async () => {
    const { token } = (await program.bridge.readSession())!
    await program.bridge.forgetSession(token)
    await window.go('/')
    await page.reload()
    await page.getByText('Configurations on this computer').waitFor()
    await setReachable(false)
    await page.getByLabel('E-mail').fill('anna@example.net')
    await page.getByLabel('Password').fill('a long one, of words')
    await button('Log in').click()
    await page.getByRole('alert').getByText('does not respond').waitFor()
    await inBothThemes('login')
    await page.getByRole('link', { name: 'Break-glass copies' }).click()
    await button('Read').click()
    await page.getByLabel('Passphrase').fill('a wrong passphrase')
    await button('Unlock').click()
    await page.getByText('The passphrase is wrong. Try again in 1 second.').waitFor()
    await inBothThemes('locked')
    await page.waitForTimeout(1_100)
    await page.getByLabel('Passphrase').fill(passphrase)
    await button('Unlock').click()
    await page.getByRole('row', { name: /core-1.*Bruges.*not confirmed/ }).waitFor()
    await page.getByLabel('Device, address, site or platform').fill('ghent')
    await page.getByRole('row', { name: /core-1/ }).waitFor({ state: 'detached' })
    await button('Show edge-1 running-config').click()
    await page.getByText('description uplink').waitFor()
    await inBothThemes('reader')
  })

  it('are saved to a file after a warning', async () => {
    const file = path.join(program.folder, 'edge-1.txt')
    person.chooses = [file]
    await button('Save to file').click()
    await page.getByText('without encryption. Delete it after use.').waitFor()
    program.window.webContents.clicks()
    await button('Choose file').click()
    await page.getByText(`Saved: ${file}`).waitFor()

    expect(fs.readFileSync(file, 'utf8')).to.include('description uplink')
    await button('Lock').click()
    await page.getByLabel('Passphrase').waitFor()
  })

  it('show in French why they were not refreshed, also on a narrow window', async () => {
    await program.bridge.refreshBreakGlass((await program.bridge.listBreakGlass()).copies[0]!.id)
    const french = await shown.open({
      language: 'fr',
      width: 390,
      at: '/desktop/break-glass',
      prepare: (opened) => bridgePage(opened, program),
    })
    await french.page.getByText('Non actualisée : aucune session').waitFor()

    expect(await french.axe('light')).to.deep.equal([])
    expect(await french.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).to.equal(true)
    await french.picture('break-glass-french')
    await french.page.getByRole('button', { name: 'Lire' }).click()
    await french.page.getByLabel('Phrase secrète').fill(passphrase)
    await french.page.getByRole('button', { name: 'Déverrouiller' }).click()
    await french.page.getByRole('button', { name: /Afficher edge-1/ }).click()
    await french.page.getByText('description uplink').waitFor()
    await french.picture('break-glass-french-reader')
    await french.close()
  })

  it('are deleted after a confirmation', async () => {
    await setReachable(true)
    await page.getByRole('link', { name: 'All copies' }).click()
    await button('Delete').click()
    await page.getByText('Its files are overwritten and deleted').waitFor()
    await button('Delete copy').click()
    await page.getByText('No break-glass copies on this computer').waitFor()

    expect((await program.bridge.listBreakGlass()).copies).to.deep.equal([])
  })

  it('are revoked by an administrator in the browser', async () => {
    const admin = await customer.as('tenant_admin')
    await registerCopy(await customer.as('tenant_operator'), { computer: 'bo-laptop', sites: ['Ghent'] })
    const browser = await shown.open({ as: admin, at: '/break-glass' })
    const row = browser.page.getByRole('row', { name: /bo-laptop/ })
    await row.getByText('active').waitFor()
    expect(await browser.axe('both')).to.deep.equal([])
    await browser.picture('break-glass-admin')
    await row.getByRole('button', { name: 'Revoke' }).click()
    await browser.page.getByRole('button', { name: 'Revoke copy' }).click()
    await row.getByText('revoked').waitFor()

    expect(await row.getByRole('button', { name: 'Revoke' }).count()).to.equal(0)
    await browser.close()
  })

  it('are allowed in the settings', async () => {
    const browser = await shown.open({ as: await shown.service.as('platform_admin'), at: '/settings' })
    const allowed = browser.page.getByRole('checkbox', { name: 'Allow copies on computers' })
    await allowed.waitFor()
    await browser.page.getByLabel('Days without contact').fill('3')
    await browser.page.getByRole('heading', { name: 'Break-glass copies' }).scrollIntoViewIfNeeded()
    await browser.picture('break-glass-settings')
    const card = browser.page.locator('section, .card').filter({ has: browser.page.getByLabel('Days without contact') })
    await card.last().getByRole('button', { name: 'Save' }).click()
    await browser.page.getByText('Saved. It applies').waitFor()

    const platform = await shown.service.as('platform_admin')
    const settings = must(await platform.get('/api/settings'), 200)
    expect(settings).to.include({ break_glass_copies: true, break_glass_days: 3 })
    await browser.close()
  })
})
