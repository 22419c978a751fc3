import { expect } from 'chai'
import type { Version } from '../../../service/store/models/version.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type ConsoleWindow, type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import type { Customer } from '../../support/service.ts'
import { createScene } from '../../support/scene/scene.ts'

describeConsole('the compare page', function () {
  let shown: TestConsole
  let customer: Customer
  let versions: Version[]
  let long: Version[]
  let tooLong: Version
  let window: ConsoleWindow

  before(async function () {
    shown = await openConsole()
    customer = await shown.service.hasTenant()
    const tenant = await createScene(shown.service.dependencies, customer)
    const device = await tenant.hasDevice({ name: 'core-1<b>', platform: 'netco_iosxe' })
    const at = (day: number) => new Date(Date.UTC(2025, 2, day))
    versions = []
    for (const n of [1, 2, 3]) {
      const fields = { capturedAt: at(n * 5), lastSeenAt: at(n * 5 + 2), ...(n > 1 && { added: 2, removed: 1 }) }
      versions.push(await tenant.hasText(device, configuration(n), fields))
    }
    const other = await tenant.hasDevice({ name: 'fw-1', platform: 'netco_iosxe' })
    long = []
    for (const n of [1, 2])
      long.push(await tenant.hasText(other, longText(n), { capturedAt: at(n), key: 'running-config' }))
    tooLong = await tenant.hasText(other, longText(1) + longText(2), { capturedAt: at(3), key: 'startup-config' })
    const admin = await customer.as('tenant_admin')
    window = await shown.open({
      as: admin,
      at: `/compare?artifact=${versions[0]!.artifactId}`,
      width: 1440,
      height: 900,
    })
  })
  after(() => shown?.close())

  const address = () => window.page.evaluate(() => location.hash)

  it('begins with the latest change, summarised and highlighted in its lines', async () => {
    const { page } = window

    await page.getByText('3 lines added').waitFor()
    await page.locator('.cm-merge-b .cm-changedText', { hasText: '3' }).first().waitFor()

    expect(await page.locator('.cm-merge-b').innerText()).to.contain('hostname core-3')
    expect(await page.getByRole('status').filter({ hasText: 'Change 1 of 2' }).count()).to.equal(1)
    expect(await address()).to.contain(`from=${versions[1]!.id}&to=${versions[2]!.id}`)
  })

  it('shows markup, control characters and bidirectional overrides as text', async () => {
    const { page } = window

    const texts = await page.locator('.cm-merge-b').innerText()
    expect(texts).to.contain('<script>alert(1)</script>')
    expect(texts).to.contain('^[')
    expect(texts).to.contain('<U+202E>')
    expect(await page.title()).to.contain('Compare')
  })

  it('shows when the version passed its restore check, also above its text', async () => {
    const [, , latest] = versions
    const check = { version_id: latest!.id, artifact_id: latest!.artifactId, tenant_id: customer.id }
    await inScope(shown.service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      trx('restore_checks').insert({ ...check, checked_at: new Date('2025-03-20T03:30:00Z'), outcome: 'restorable' }),
    )
    const { page } = window
    await page.reload()
    await page.getByText('Restore check passed, 20 Mar 2025').waitFor()

    await page.goto(`${shown.service.url}/#/versions/${latest!.id}`)
    await page.getByText('restore check passed').waitFor()
    await page.goBack()
    await page.locator('.cm-merge-b').waitFor()
  })

  it('is navigated by keyboard, and the address follows', async () => {
    const { page } = window
    await page.locator('.cm-merge-b .cm-content').focus()

    await page.keyboard.press('n')
    await page.getByText('Change 2 of 2').waitFor()
    await page.keyboard.press('[')
    await page.locator('.cm-merge-b', { hasText: 'hostname core-2' }).waitFor()
    expect(await address()).to.contain(`to=${versions[1]!.id}`)

    await page.keyboard.press('u')
    await page.locator('.cm-unified').waitFor()
    expect(await address()).to.contain('view=unified')
    expect(await page.locator('.cm-line.cm-removedRow').first().innerText()).to.contain('hostname core-1')

    await page.keyboard.press('r')
    await page.locator('.cm-unified', { hasText: 'Last configuration change' }).waitFor()
    expect(await address()).to.contain('text=raw')

    await page.keyboard.press('s')
    await page.keyboard.type('SPANNING-tree')
    await page.getByText(/^1 of \d+$/).waitFor()
    expect(await page.locator('.cm-foundNow').innerText()).to.equal('spanning-tree')
    await page.keyboard.press('Escape')
  })

  it('moves the sides with arrow keys on the timeline', async () => {
    const { page } = window
    const flag = page.getByRole('slider', { name: 'Newer side' })

    await flag.focus()
    await page.keyboard.press('End')
    await page.locator('.cm-unified', { hasText: 'hostname core-3' }).waitFor()

    expect(await flag.getAttribute('aria-valuenow')).to.equal('3')
    expect(await address()).to.contain(`to=${versions[2]!.id}`)
  })

  it('opens from a shared address, in French, without accessibility violations', async () => {
    const at = `/compare?artifact=${versions[0]!.artifactId}&from=first&to=latest&view=unified`
    const french = await shown.open({
      as: await customer.as('tenant_readonly'),
      at,
      language: 'fr',
      theme: 'dark',
      width: 1440,
    })

    await french.page.locator('.cm-unified', { hasText: 'hostname core-1' }).waitFor()

    expect(await french.page.getByText('lignes ajoutées').count()).to.equal(1)
    expect(await french.page.getByRole('button', { name: 'Relire' }).count()).to.equal(0)
    expect(await french.axe('both')).to.deep.equal([])
    await french.close()
  })

  it('ranks the lineage’s changes by size, and links to the divergence page', async () => {
    const { page } = window

    await page.getByText('By size of change').click()
    const largest = page.getByRole('navigation', { name: 'Largest changes' })
    await largest.getByRole('button').nth(1).waitFor()
    expect(await largest.getByRole('button').allInnerTexts()).to.have.length(2)
    expect(await address()).to.contain('list=size')
    await largest.getByRole('button').nth(1).click()

    await page.locator('.cm-unified', { hasText: 'hostname core-2' }).waitFor()
    expect(await address()).to.contain(`from=${versions[0]!.id}&to=${versions[1]!.id}`)
    expect(await largest.getByRole('link').getAttribute('href')).to.contain('/divergence?')
    await largest.getByRole('button', { pressed: false }).click()
    await page.locator('.cm-unified', { hasText: 'hostname core-3' }).waitFor()
    await page.getByText('By date').click()
  })

  it('reviews a change with its ticket, and pins a version', async () => {
    const { page } = window

    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Ticket').fill('CHG-7')
    await page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await page.getByText('CHG-7').waitFor()
    await page.getByRole('button', { name: 'More actions for this version' }).last().click()
    await page.getByText('Pin this version').click()
    await page.getByText('Pinned. New versions are compared with this one.').waitFor()

    const admin = await customer.as('tenant_admin')
    const { body } = await admin.get(`/api/artifacts/versions/${versions[2]!.id}`)
    expect(body).to.include({ review_ticket: 'CHG-7', pinned: true })
  })

  it('downloads the compared texts', async () => {
    const { page } = window

    await page.getByRole('button', { name: 'More actions for this version' }).last().click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download normalised text').click(),
    ])

    expect(download.suggestedFilename()).to.match(/running-config_20250315T\d+Z_normalised\.txt$/)
  })

  it('compares two texts of 5 MiB and steps through their changes', async function () {
    const { page, go } = window

    await go(`/compare?artifact=${long[0]!.artifactId}&view=split`)
    await page.getByText(/Change 1 of 1,000/).waitFor()
    await page.locator('.cm-merge-b .cm-content').focus()
    await page.keyboard.press('p')
    await page.getByText(/Change 1,000 of 1,000/).waitFor()

    expect(await page.locator('.cm-merge-b .cm-line').count()).to.be.below(400)
  })

  it('shows the first 500 lines of a text, and all on request', async () => {
    const { page, go } = window

    await go(`/versions/${long[0]!.id}/text`)
    await page.getByText('Showing the first 500 of 100,001 lines').waitFor()
    await page.getByRole('button', { name: 'Show all lines' }).click()
    await page.getByText('Showing the first').waitFor({ state: 'detached' })
    await go(`/versions/${long[0]!.id}/text?line=90000`)
    await page.locator('.cm-line', { hasText: 'access-list 89998 permit' }).first().waitFor()

    expect(await page.getByText('Showing the first').count()).to.equal(0)
  })

  it('requests the diff from the service, audited as a comparison', async () => {
    const { page, go } = window
    const admin = await customer.as('tenant_admin')
    const before = await admin.get('/api/audit?action=config.diff&limit=1000')

    await go(
      `/compare?artifact=${versions[0]!.artifactId}&from=${versions[0]!.id}&to=${versions[2]!.id}&text=raw&view=split`,
    )
    await page.locator('.cm-merge-b .cm-changedText', { hasText: '3' }).first().waitFor()

    const after = await admin.get('/api/audit?action=config.diff&limit=1000')
    expect(after.body.length - before.body.length).to.equal(1)
    expect(after.body[0].detail).to.include({ from: versions[0]!.id, to: versions[2]!.id })
  })

  it('reports where the service truncated the diff', async () => {
    const { page, go } = window
    shown.service.dependencies.settings.limits.diffLines = 30

    await go(`/compare?artifact=${long[0]!.artifactId}&view=unified`)
    await page.getByText('Only the beginning is shown. In total, 1,000 lines were added and 1,000 removed.').waitFor()
    await page.getByText(/Change 1 of 9/).waitFor()
    shown.service.dependencies.settings.limits.diffLines = 5_000
  })

  it('shows the beginning of a text that is too long to compare', async () => {
    const { page, go } = window

    await go(`/versions/${tooLong.id}/text`)
    await page.getByText('Showing the first 500 of 200,002 lines').waitFor()
    await page.locator('.cm-line', { hasText: 'access-list 0 permit' }).waitFor()

    expect(await page.getByRole('button', { name: 'Raw' }).count()).to.equal(0)
  })
})

function configuration(n: number): string {
  const ports = Array.from(
    { length: 40 },
    (_, port) => `interface Gi1/0/${port}\n switchport access vlan 10\n spanning-tree portfast\n!\n`,
  )
  return [
    `! Last configuration change at 10:0${n}:00 UTC Tue Mar ${n} 2025 by admin`,
    `hostname core-${n}`,
    'banner motd ^C',
    'no entry <script>alert(1)</script> \u001b[31m \u202e here',
    '^C',
    ...ports,
    `ntp server 192.0.2.${n}`,
    ...(n === 3 ? ['snmp-server location Ghent'] : []),
    'end',
    '',
  ].join('\n')
}

/** Of 5 MiB, and a thousand lines that are other ones in each. */
function longText(n: number): string {
  const lines = Array.from(
    { length: 100_000 },
    (_, line) => `access-list ${line} permit ip host 10.0.0.${line % 100 === 0 ? n : 9} any log`,
  )
  return `${lines.join('\n')}\nend\n`
}
