import { expect } from 'chai'
import fs from 'node:fs'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { anAgent } from '../../support/fake-agent.ts'
import { must } from '../../support/service.ts'
import { logo } from '../../service/domain/reporting/period-reports/render/sample-report.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

describeConsole('the report pages', () => {
  let shown: TestConsole
  let customer: FullScene

  before(async () => {
    shown = await openConsole()
    customer = await createFullScene(shown.service)
    await customer.hasDevice({ name: '<b>core</b>\u202E-7', schedule: '0 2 * * *' })
    const other = await shown.service.hasTenant()
    await anAgent(shown.service, other, { lab_mode: true, name: 'pretender' })
  })
  after(() => shown?.close())

  it('name the missing agent as the cause of a blocked run', async () => {
    const lonely = await shown.service.hasTenant('lonely')
    const as = await lonely.as('tenant_operator')
    const { id } = await lonely.hasDevice({ name: 'waits-1', schedule: '0 2 * * *' })
    must(await as.post('/api/backups/trigger', { device_ids: [id] }), 202)
    const { page, close } = await shown.open({ as, at: '/reports', now: shown.service.dependencies.now() })

    const listed = page.getByRole('region', { name: 'Devices that need attention' })
    await listed.getByText('No agent available. Start an agent that is authorised for this device.').waitFor()
    await close()
  })

  it('explain each number and link its list, are stored, and print correctly', async () => {
    const as = await customer.as('tenant_admin')
    const now = shown.service.dependencies.now()
    const { page, go, axe, picture, close } = await shown.open({ as, at: '/reports', theme: 'dark', now })

    await page.getByRole('heading', { name: 'Report of' }).waitFor()
    await page.getByText('current', { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: /of \d+ devices? covered/ }).waitFor()
    const listed = page.getByRole('region', { name: 'Devices that need attention' })
    await listed.getByText('<b>core</b><U+202E>-7').waitFor()
    await listed.getByRole('button', { name: 'never backed up' }).click()
    await page.waitForURL(/reason=never/)
    expect(await listed.getByRole('row').count()).to.be.above(1)
    await picture('reports')
    expect(await axe('both')).to.deep.equal([])

    await page.getByRole('button', { name: 'Freeze today’s report' }).click()
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await page.getByText('Report frozen.').waitFor()
    await page.getByText('frozen', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Freeze today’s report' }).count()).to.equal(0)
    await page.getByRole('button', { name: 'Show current report' }).click()
    await page.waitForURL(/live=true/)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as JSON' }).click()
    const report = JSON.parse(fs.readFileSync(await (await saved).path(), 'utf8'))
    expect(report).to.include({ frozen: false })

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const paper = await page.evaluate(() => getComputedStyle(document.body).color)
    expect(paper).to.equal('rgb(23, 32, 44)')
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).to.equal(false)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
    await page.emulateMedia({ media: 'screen' })

    await go('/reports?day=2020-01-01')
    await page.getByRole('heading', { name: 'No report for this day' }).waitFor()
    expect(await axe()).to.deep.equal([])
    await close()
  })

  it('show a platform role every customer, and hide storing without permission', async () => {
    const operator = await shown.service.as('platform_operator')
    const now = shown.service.dependencies.now()
    const { page, axe, picture, close } = await shown.open({ as: operator, at: '/reports', language: 'fr', now })

    await page.getByRole('heading', { name: 'Clients', exact: true }).waitFor()
    await page
      .getByText('mode labo : ses sauvegardes ne sont celles d’aucun équipement réel', { exact: true })
      .waitFor()
    await picture('reports-all')
    expect(await axe('both')).to.deep.equal([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Enregistrer les chiffres en CSV' }).click()
    expect((await saved).suggestedFilename()).to.match(/^report-\d{4}-\d\d-\d\d-all-figures\.csv$/)
    await close()

    const reader = await shown.open({ as: await customer.as('tenant_readonly'), at: '/reports?live=true', now })
    await reader.page.getByRole('heading', { name: 'Agents', exact: true }).waitFor()
    expect(await reader.page.getByRole('button', { name: 'Freeze today’s report' }).count()).to.equal(0)
    must(await (await customer.as('tenant_readonly')).get('/api/reports/days'), 200)
    await reader.close()
  })

  it('draw the coverage of each customer by day, and open the report of a cell', async () => {
    const admin = await shown.service.as('platform_admin')
    for (let day = 0; day < 3; day++) {
      must(await admin.post('/api/reports/daily/persist'), 200)
      shown.service.advance(86_400_000)
    }
    const now = shown.service.dependencies.now()
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/reports', now })

    const map = page.getByRole('region', { name: 'Coverage by customer and day' })
    const cells = map.getByRole('row', { name: customer.slug }).getByRole('cell')
    await cells.first().waitFor({ state: 'attached' })
    const [name, ...coverage] = await cells.allTextContents()
    expect(name).to.equal(customer.slug)
    expect(coverage.slice(0, -4).every((cell) => cell === 'not frozen')).to.equal(true)
    expect(coverage.slice(-4, -1).every((cell) => /^\d/.test(cell))).to.equal(true)
    await map.scrollIntoViewIfNeeded()
    await picture('coverage-map')
    expect(await axe('both')).to.deep.equal([])
    const saved = page.waitForEvent('download')
    await map.getByRole('button', { name: 'Download' }).click()
    const lines = fs
      .readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines.map((line) => line.split(',')[0])).to.include.members(['All customers', customer.slug])
    await map
      .getByTitle(new RegExp(`^${customer.slug}, .*: \\d`))
      .last()
      .click()
    await page.waitForURL((url) => url.hash.includes(`customer=${customer.slug}`) && /day=\d{4}-/.test(url.hash))
    await close()
  })

  it('schedule reports by mail, send and preview them, and set a logo', async () => {
    const quiet = await shown.service.hasTenant()
    const admin = await shown.service.as('platform_admin')
    const markup = 'weekly <b>report</b>'
    const at = `/report-schedules?customer=${quiet.slug}`
    const { page, go, axe, picture, close } = await shown.open({ as: admin, at })

    await page.getByText('No report schedules yet').waitFor()
    await page.getByText('No mail server is set.').waitFor()
    await page.getByRole('link', { name: 'Set the mail server' }).waitFor()
    await page.getByRole('button', { name: 'Logo' }).click()
    await page.getByText('No logo yet.').waitFor()
    await page.getByLabel('Image file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo.data })
    await page.getByRole('img', { name: 'Current logo' }).waitFor()
    const barriers = await axe('both')
    await picture('report-logo')
    await page.getByRole('button', { name: 'Save logo' }).click()
    await page.getByText('Logo saved.').waitFor()

    await page.getByRole('button', { name: 'Add report schedule' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill(markup)
    await page.getByRole('checkbox', { name: 'Storage' }).uncheck()
    await page.getByRole('textbox', { name: 'Recipients' }).fill('not an address')
    await page.getByRole('button', { name: 'Add report schedule' }).click()
    await page.getByText('1 field').or(page.getByRole('alert')).first().waitFor()
    await page.getByRole('textbox', { name: 'Recipients' }).fill('noc@example.net\nops@example.net')
    await picture('report-schedule-new')
    barriers.push(...(await axe('both')))
    await page.getByRole('button', { name: 'Add report schedule' }).click()
    await page.getByText('No reports sent yet').waitFor()
    await page.getByText('Coverage, Failed backups, Changes, Restores and checks, Who read configurations').waitFor()
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('to the recipients: noc@example.net, ops@example.net.').waitFor()
    const keys: (string | undefined)[] = []
    await page.route(/\/send$/, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset') // the response is lost
    })
    await page.getByRole('button', { name: 'Send now' }).last().click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Send now' }).last().click()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^ *waiting *ops@example.net/ })
      .waitFor()
    expect(keys[1]).to.be.a('string').and.to.equal(keys[0])
    await picture('report-schedule')
    barriers.push(...(await axe('both')))
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /as PDF$/ }).click()
    expect(
      fs
        .readFileSync(await (await saved).path())
        .subarray(0, 5)
        .toString(),
    ).to.equal('%PDF-')
    expect(barriers).to.deep.equal([])

    await page.getByRole('link', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe[sandbox=""]')
    await frame.getByRole('heading', { name: 'Weekly backup report' }).waitFor()
    await frame.getByRole('img', { name: quiet.slug }).waitFor()
    await page.getByLabel('Language').selectOption('fr')
    await frame.getByRole('heading', { name: 'Rapport de sauvegarde hebdomadaire' }).waitFor()
    await picture('report-preview')
    expect(await axe('both')).to.deep.equal([])
    await go('/sent-reports')
    await page.getByRole('listitem').filter({ hasText: markup }).waitFor()
    await close()
  })

  it('show a reader the schedules in French on a narrow screen, without what changes them', async () => {
    const quiet = await shown.service.hasTenant()
    const body = { name: 'hebdo', period: 'weekly', recipients: ['noc@example.net'] }
    const { id } = must(await (await quiet.as('tenant_admin')).post('/api/report-schedules', body), 201)
    must(await (await quiet.as('tenant_admin')).post(`/api/report-schedules/${id}/send`), 202)
    const as = await quiet.as('tenant_readonly')
    const look = { language: 'fr', theme: 'dark', width: 390 } as const
    const { page, axe, picture, close } = await shown.open({ as, at: '/report-schedules', ...look })

    await page.getByRole('link', { name: 'hebdo' }).click()
    await page.getByText('lundi à 07:00, UTC').waitFor()
    await page.getByRole('link', { name: 'Aperçu' }).waitFor()
    await page.getByText('noc@example.net').first().waitFor()
    await picture('report-schedule-narrow')

    for (const name of ['Envoyer maintenant', 'Supprimer', 'Désactiver'])
      expect(await page.getByRole('button', { name }).count()).to.equal(0)
    expect(await axe('both')).to.deep.equal([])
    await close()
  })
})
