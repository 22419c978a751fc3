import fs from 'node:fs/promises'
import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { fillNight, hasNightRun } from '../../support/scene/night.ts'
import { type Customer, must } from '../../support/service.ts'

/** Eight in the evening in the time zone of the browser. */
const night = new Date('2026-11-19T19:00:00Z')
const at = '/runs/night?day=2026-11-19'

describeConsole('the night of the agents', () => {
  let shown: TestConsole
  let customer: Customer

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('southwind')
    const device = await customer.hasDevice({ name: 'edge-1', site: 'lyon' })
    const quiet = await customer.hasAgent({ name: 'lyon-1' })
    const of = { tenantId: customer.id, deviceId: device.id, agentId: quiet.id }
    const failed = { start: 120, end: 150, outcome: 'retrying', errorCode: 'connection_timeout' }
    await hasNightRun(shown.service, of, { night, queued: 60, attempts: [failed, { start: 200, end: 230, outcome: 'failed', errorCode: 'auth_failed' }] }) // prettier-ignore
    await hasNightRun(shown.service, of, {
      night,
      queued: 110,
      attempts: [{ start: 130, end: 190, outcome: 'partial' }],
    })
    await hasNightRun(shown.service, of, {
      night,
      queued: 250,
      attempts: [{ start: 260, end: 300, outcome: 'succeeded' }],
    })
    await hasNightRun(shown.service, of, { night, queued: 310, attempts: [] })
    const busy = await customer.hasAgent({ name: 'paris-1' })
    await fillNight(shown.service, { ...of, agentId: busy.id }, night, 1_200)
    const admin = await customer.as('tenant_admin')
    const begin = new Date(night.getTime() + 3_600_000).toISOString()
    const blackouts = [
      { name: 'freeze', starts_at: begin, ends_at: new Date(night.getTime() + 7_200_000).toISOString() },
    ]
    must(await admin.put('/api/blackouts/customer', { blackouts }), 200)
    must(await admin.put('/api/blackouts/site?site=lyon', { blackouts: [{ ...blackouts[0], name: 'works', ends_at: new Date(night.getTime() + 20_000_000).toISOString() }] }), 200) // prettier-ignore
  })

  after(() => shown?.close())

  it('shows attempts, and opens them with the keyboard', async () => {
    const operator = await customer.as('tenant_operator')
    const { page, axe, picture, close } = await shown.open({ as: operator, at })

    const chart = page.getByRole('slider')
    await chart.waitFor()
    await picture('night')
    expect(await axe('both')).to.deep.equal([])
    const table = page.getByRole('table')
    expect(await table.getByRole('row', { name: 'lyon-1 southwind edge-1 failed 2' }).count()).to.equal(1)
    expect(await table.getByRole('row', { name: 'Blackout freeze' }).count()).to.equal(1)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download picture' }).click()
    const file = await (await saving).path()
    expect(await fs.readFile(file, 'utf8')).to.match(/^<svg[^]*fill="rgb[^]*<\/svg>$/)
    await chart.focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'End', 'ArrowUp', 'Home']) await page.keyboard.press(key)
    expect(await chart.getAttribute('aria-valuetext')).to.match(/^paris-1 · .*attempts?, started between 20:00 and/)
    await page.keyboard.press('Enter')
    await page.getByText('Started between 19 Nov 2026, 20:00').waitFor()
    await page.getByRole('row', { name: 'edge-1' }).first().waitFor()
    await close()
  })

  it('is drawn again while it lasts', async () => {
    const operator = await customer.as('tenant_operator')
    const now = new Date(night.getTime() + 6 * 3_600_000)
    const { page, close } = await shown.open({ as: operator, at, now })
    const chart = page.getByRole('slider')
    await chart.waitFor()
    await chart.focus()
    await page.keyboard.press('End')
    const selected = await chart.getAttribute('aria-valuetext')

    const device = await customer.hasDevice({ name: 'edge-2' })
    const agent = await customer.hasAgent({ name: 'metz-1' })
    const of = { tenantId: customer.id, deviceId: device.id, agentId: agent.id }
    await hasNightRun(shown.service, of, {
      night,
      queued: 300,
      attempts: [{ start: 310, end: 320, outcome: 'failed' }],
    })
    await page.clock.fastForward(30_000)
    await page.getByRole('table').getByRole('row', { name: 'metz-1 southwind edge-2 failed' }).waitFor()

    expect(await chart.getAttribute('aria-valuetext')).to.equal(selected)
    await close()
  })

  it('can be used on a narrow screen, in French', async () => {
    const operator = await customer.as('tenant_operator')
    const { page, axe, picture, close } = await shown.open({ as: operator, at, width: 390, language: 'fr' })

    const chart = page.getByRole('slider')
    await chart.waitFor()
    expect(await chart.evaluate((element) => element.scrollWidth > element.clientWidth)).to.equal(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(390)
    await picture('night-narrow')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })
})
