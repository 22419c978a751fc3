import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { bridgePage } from './bridged-page.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type DesktopProgram, startDesktopProgram } from '../../support/desktop-program.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { person } from '../../fakes/electron.ts'

describeConsole('the desktop pages', function () {
  let shown: TestConsole
  let program: DesktopProgram
  let window: Awaited<ReturnType<TestConsole['open']>>
  let page: Page

  before(async () => {
    ;[shown, program] = await Promise.all([openConsole(), startDesktopProgram()])
    window = await shown.open({ at: '/desktop/connections', prepare: (opened) => bridgePage(opened, program) })
    page = window.page
  })
  after(async () => {
    await shown.close()
    await program.end()
  })

  const inBothThemes = async (name: string) => {
    for (const theme of ['light', 'dark'] as const) {
      expect(await window.axe(theme), `${name} ${theme}`).to.deep.equal([])
      await window.picture(`desktop-${name}-${theme}`)
    }
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  it('save connections before login', async () => {
    await button('New connection').click()
    await page.getByLabel('Name').fill('Acme')
    await page.getByLabel('Address').fill('http://10.0.0.5/path')
    await button('Save').click()
    await page.getByText('The address has a path or a query. Enter http://10.0.0.5 only.').waitFor()
    await page.getByLabel('Address').fill('http://10.0.0.5:8080')
    await page.getByRole('alert').getByText('Passwords and configurations are sent unencrypted').waitFor()
    await button('Save').click()

    await page.getByRole('heading', { name: 'Acme' }).waitFor()
    await page.getByText('Not encrypted').waitFor()
    await page.getByText('stored in the keychain of this computer').waitFor()
    await inBothThemes('connections')
    expect((await program.bridge.listConnections())[1]).to.include({ name: 'Acme', url: 'http://10.0.0.5:8080' })
  })

  it('ask before adding a service that a link names', async () => {
    await window.go('/desktop/connections?new=https%3A%2F%2Fbackup.example.com')

    await page.getByText('Add it only if you know it').waitFor()
    expect(await page.getByLabel('Address').inputValue()).to.equal('https://backup.example.com')
    await button('Cancel').click()
  })

  it('run the bundled service: occupied port, first password, log and data folder', async () => {
    const taken = net.createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    await program.bridge.changeService({ port: (taken.address() as AddressInfo).port })
    await window.go('/desktop/service')
    await button('Start').click()
    await page.getByRole('heading', { name: /^Port \d+ is already in use/ }).waitFor()
    await inBothThemes('service-port')

    await button(/^Use port \d+ instead/).click()
    await page.getByText('Running', { exact: true }).waitFor()
    taken.close()
    await page.getByRole('log', { name: 'Log' }).getByText('begins').first().waitFor()
    await button('Show').first().click()
    await page.getByText('first-password').waitFor()
    await inBothThemes('service-running')
    await button('I have saved it').click()
    await page.getByText('first-password').waitFor({ state: 'detached' })
    expect(await button('Choose another…').isDisabled()).to.equal(true)

    await fetch(`${(await program.bridge.readService()).url}/crash`).catch(() => undefined)
    await page.getByText('exiting: uncaught exception: a thing was undefined').first().waitFor()
    await inBothThemes('service-crashed')
    const empty = path.join(program.folder, 'other')
    fs.mkdirSync(empty)
    person.chooses = [empty]
    await button('Choose another…').click()
    await page.getByText(empty).waitFor()
  })

  it('list downloads with their progress', async () => {
    await window.go('/desktop/downloads')
    await page.getByText('No downloads yet').waitFor()
    const download = { id: 'd1', name: 'edge-1 <b>.txt', folder: '/home/ana/Downloads', reason: null }
    const tell = (more: object) =>
      program.window.webContents.send('coffer:event', { kind: 'download', download: { ...download, ...more } })

    tell({ stage: 'running', receivedBytes: 400_000, totalBytes: 1_000_000 })
    await page.getByRole('heading', { name: 'edge-1 <b>.txt' }).waitFor()
    await button('Cancel edge-1 <b>.txt').waitFor()
    await inBothThemes('downloads')
    tell({ stage: 'done', receivedBytes: 1_000_000, totalBytes: 1_000_000 })

    await button('Show in folder').waitFor()
  })

  it('set notifications and the update feed', async () => {
    await window.go('/desktop/preferences')
    await page.getByText('No release address is set.').waitFor()
    await page.getByText('All events, including changes').click()
    await page.getByLabel('Release address').fill('http://releases.example')
    program.window.webContents.clicks()
    await page.getByLabel('Release address').press('Tab')
    await page.getByText('Enter an https address without a password').waitFor()
    await page.getByLabel('Public key of the releases').fill('no key')
    program.window.webContents.clicks()
    await page.getByLabel('Public key of the releases').press('Tab')
    await page.getByText('This is not an Ed25519 public key').waitFor()
    await inBothThemes('preferences')

    expect((await program.bridge.readPreferences()).notifications).to.equal('all')
  })

  it('explain an untrusted certificate, which the user can pin after comparing it', async () => {
    const { fingerprint } = makeCertificate()
    const trouble = {
      connectionId: 'bundled',
      host: 'backup.example.com',
      problem: 'unknown-issuer',
      error: 'net::ERR_CERT_AUTHORITY_INVALID',
      subject: 'backup.example.com',
      issuer: 'Acme <script>',
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2027-01-01T00:00:00.000Z',
      fingerprint,
      pinnedBefore: null,
      mayPin: true,
    }
    program.window.webContents.send('coffer:event', { kind: 'certificate', trouble })

    await page.getByRole('dialog', { name: 'The identity of backup.example.com cannot be verified' }).waitFor()
    await page.getByText(fingerprint).waitFor()
    expect(await button('Trust this certificate').isDisabled()).to.equal(true)
    await inBothThemes('certificate')
    await page.getByLabel('I have compared').check()
    await button('Trust this certificate').click()
    await page.getByText('This is not the certificate that the service shows').waitFor()
    await button('Do not connect').click()
  })

  it('are linked from the login page and the navigation, in French too', async () => {
    await window.go('/')
    await page.getByText('Connected to').waitFor()
    await inBothThemes('login')
    const { token } = await shown.service.as('platform_admin')
    await program.bridge.keepSession({ token: token ?? '', user: 'a@b.example', expiresAt: '2999-01-01T00:00:00Z' })
    const french = await shown.open({
      language: 'fr',
      at: '/desktop/service',
      prepare: (opened) => bridgePage(opened, program),
    })
    await french.page.getByRole('heading', { name: 'Service intégré' }).waitFor()
    await french.page.getByRole('heading', { name: 'Cet ordinateur' }).waitFor()
    await french.picture('desktop-french')
    await french.close()
  })

  it('do not exist in a browser', async () => {
    const browser = await shown.open({ as: await shown.service.as('platform_admin'), at: '/desktop/service' })

    await browser.page.getByText('Page not found').waitFor()
    expect(await browser.page.getByRole('heading', { name: 'This computer' }).count()).to.equal(0)
    await browser.close()
  })
})
