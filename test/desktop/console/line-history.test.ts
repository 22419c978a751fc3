import { expect } from 'chai'
import type { Version } from '../../../service/store/models/version.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { createScene } from '../../support/scene/scene.ts'
import type { Customer } from '../../support/service.ts'

const blocks = (vlan: number, count = 12) =>
  Array.from({ length: count }, (_, at) => [
    `interface GigabitEthernet1/0/${at + 1}`,
    ` description access port ${at + 1}`,
    ` switchport access vlan ${at === 3 ? vlan : 10}`,
    '!',
  ]).flat()

describeConsole('the history of lines in the text of a version', () => {
  let shown: TestConsole
  let customer: Customer
  let versions: Version[]
  let last: Version

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    const tenant = await createScene(shown.service.dependencies, customer)
    const device = await tenant.hasDevice({ name: 'access-1' })
    const texts = [
      ['hostname access-1', ...blocks(10), 'end'],
      ['hostname access-1', 'ntp server 192.0.2.1', ...blocks(10), 'end'],
      ['hostname access-1', 'ntp server 192.0.2.1', ...blocks(99), 'end'],
    ]
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const reviewed = { reviewedAt: ago(20), reviewedBy: 'olga@example.org', reviewTicket: 'CHG-4711' }
    versions = []
    for (const [at, lines] of texts.entries()) {
      const days = [400, 21, 0.05][at]!
      const times = { capturedAt: ago(days), lastSeenAt: ago([22, 1, 0][at]!) }
      const facts = { author: ['setup', 'olga', 'mallory'][at] }
      const size = [{}, { added: 1, removed: 0 }, { added: 1, removed: 1 }][at]
      versions.push(
        await tenant.hasText(device, `${lines.join('\n')}\n`, { ...times, ...size, facts, ...(at === 1 && reviewed) }),
      )
    }
    last = versions[2]!
    await tenant.hasText(await tenant.hasDevice({ name: 'access-2' }), 'hostname access-2\nntp server 192.0.2.1\n')
  })
  after(() => shown?.close())

  const historyOf = (page: Awaited<ReturnType<TestConsole['open']>>['page']) =>
    page.getByRole('complementary', { name: 'Line history' })

  it('opens with a key, and follows the cursor', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, axe, picture, close } = await shown.open({ as, at: `/versions/${last.id}/text?line=2`, height: 800 })
    await page.getByText('ntp server 192.0.2.1').waitFor()

    await page.keyboard.press('h')
    const history = historyOf(page)
    await history.getByRole('heading', { name: 'Line 2' }).waitFor()
    await history.getByText('CHG-4711').first().waitFor()
    await history.getByText('olga@example.org').waitFor()
    expect(await page.locator('.cm-ages .cm-age-4').count()).to.equal(1)
    await picture('line-history')
    expect(await axe('both')).to.deep.equal([])

    await page.locator('.cm-content').focus()
    await page.keyboard.press('ArrowUp')
    await history.getByRole('heading', { name: 'Line 1' }).waitFor()
    await history.getByText('setup').first().waitFor()
    await close()
  })

  it('leads to the change with which a line began, and is kept in the address', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as, at: `/versions/${last.id}/text?history=1&line=17` })
    const history = historyOf(page)

    await history.getByRole('heading', { name: 'Line 17' }).waitFor()
    await history.getByRole('link', { name: 'Show the change' }).first().click()
    await page.waitForURL(new RegExp(`/compare\\?.*from=${versions[1]!.id}.*to=${last.id}`))
    await page.goBack()
    await history.getByRole('heading', { name: 'Line 17' }).waitFor()
    await close()
  })

  it('lists the versions with which lines began as a table, and goes to their lines', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as, at: `/versions/${last.id}/text?history=1` })
    const table = historyOf(page).getByRole('table', { name: 'Versions that introduced the lines' })

    await table.waitFor()
    const rows = await table.getByRole('row').allInnerTexts()
    expect(rows.slice(1).map((row) => row.split('\t').slice(1, 4))).to.deep.equal([
      ['1', 'mallory', ''],
      ['1', 'olga', 'CHG-4711'],
      ['49', 'setup', ''],
    ])
    await table.getByRole('button').first().click()
    await historyOf(page).getByRole('heading', { name: 'Line 17' }).waitFor()
    await page.locator('.cm-foundNow', { hasText: 'switchport access vlan 99' }).waitFor()
    await close()
  })

  it('finds the line on other devices on request', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as, at: `/versions/${last.id}/text?history=1&line=2` })
    const history = historyOf(page)

    await history.getByRole('button', { name: 'Find on other devices' }).click()
    await history.getByText('1 other device has this line.').waitFor()
    await history.getByRole('link', { name: 'access-2' }).click()
    await page.getByRole('heading', { name: 'running-config of access-2' }).waitFor()
    await close()
  })

  it('is below the text on a narrow window, in French and dark', async () => {
    const as = await customer.as('tenant_readonly')
    const at = `/versions/${last.id}/text?history=1&line=2`
    const { page, axe, picture, close } = await shown.open({
      ...{ as, at, language: 'fr', theme: 'dark' },
      ...{ width: 390, height: 844 },
    })
    const history = page.getByRole('complementary', { name: 'Historique des lignes' })

    await history.getByRole('heading', { name: 'Ligne 2' }).waitFor()
    const [text, panel] = [await page.locator('.cm-editor').boundingBox(), await history.boundingBox()]
    expect(panel!.y).to.be.above(text!.y + 100)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(390)
    await picture('line-history-narrow')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('does not exist for a raw text', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as, at: `/versions/${last.id}/text?history=1&text=raw` })

    await page.getByText('ntp server 192.0.2.1').waitFor()
    expect(await page.getByRole('button', { name: 'Line history' }).count()).to.equal(0)
    expect(await historyOf(page).count()).to.equal(0)
    await close()
  })
})
