import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../../../support/console.ts'
import { type Customer, aDevice, clientOf, must } from '../../../../support/service.ts'

const markup = '<img src=x onerror=alert(1)>'

describeConsole('the device list page', () => {
  let shown: TestConsole
  let customer: Customer
  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('acme')
    const admin = await customer.as('tenant_admin')
    const devices = [
      aDevice({ name: `${markup}\u202Egnp`, site: markup, tags: [markup], schedule: '0 2 * * *' }),
      ...['a', 'b', 'c'].map((name) => aDevice({ name: `core-${name}`, site: 'Ghent', tags: ['core'] })),
      aDevice({ name: 'edge-a', site: 'Lyon', platform: 'routeco_junos' }),
    ]
    await customer.hasCredential({ name: 'night account' })
    for (const device of devices) must(await admin.post('/api/devices', device), 201)
  })
  after(() => shown.close())

  it('shows markup and bidirectional overrides as text, without accessibility violations in both themes', async () => {
    const { page, axe, close } = await shown.open({ as: await customer.as('tenant_admin'), at: '/devices' })

    const row = page.getByRole('row', { name: /onerror/ })
    await row.waitFor()

    expect(await row.innerText()).to.include(`${markup}<U+202E>gnp`)
    expect(await page.locator('img').count()).to.equal(0)
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('keeps filters, sort order and columns in the address and the user’s settings', async () => {
    const { page, go, close } = await shown.open({ as: await customer.as('tenant_readonly'), at: '/devices' })
    const names = async () => (await page.getByRole('link', { name: /^(core|edge)-/ }).allTextContents()).join()

    await page.getByRole('link', { name: 'core-a' }).waitFor()
    await page.getByText('5 rows').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('core')
    await page.waitForURL(/q=core/)
    await page.getByText('3 of 5 rows').waitFor()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.waitForURL(/sort=-name/)
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=descending]')).waitFor()
    await page.getByRole('link', { name: 'edge-a' }).waitFor({ state: 'detached' })
    await page.getByRole('row').nth(1).getByText('core-c', { exact: true }).waitFor()
    expect(await names()).to.equal('core-c,core-b,core-a')

    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click()
    await page.waitForURL(/q=core&sort=-name|sort=-name&q=core/)

    await go('/devices?platform=routeco_junos')
    await page.getByRole('link', { name: 'edge-a' }).waitFor()
    await page.getByRole('link', { name: 'core-a' }).waitFor({ state: 'detached' })
    expect(await names()).to.equal('edge-a')

    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await go('/devices?site=Ghent')
    await page.getByRole('link', { name: 'edge-a' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More filters' }).click()
    expect(asked).to.include('/api/devices').and.not.include('/api/credentials')
    await page.getByRole('textbox', { name: 'Credential' }).fill('night')
    await page.getByText('night account', { exact: true }).click()
    await page.getByText('No results for these filters').waitFor()
    expect(page.url()).to.include('credential_id=')

    await go('/devices?state=failed')
    await page.getByText('No results for these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('link', { name: 'edge-a' }).waitFor()
    expect(await page.getByRole('checkbox').count()).to.equal(0)
    await close()
  })

  it('is where the user left it, before the service has responded', async () => {
    const reader = await customer.as('tenant_readonly')
    const [one] = must(await reader.get('/api/devices?q=edge-a&limit=1'), 200)
    const rows = Array.from({ length: 90 }, (_, at) =>
      at === 80 ? one : { ...one, id: `row-${at}`, name: `row-${at}` },
    )
    let answers = Promise.resolve()
    const { page, close } = await shown.open({
      as: reader,
      at: '/devices?site=Ghent',
      prepare: async (page) => {
        await page.route(/\/api\/devices\?/, (route) => answers.then(() => route.fulfill({ json: rows })))
      },
    })
    const list = page.getByRole('region', { name: 'Devices' })
    const place = () => list.evaluate((box) => box.scrollTop)
    await page.getByRole('link', { name: 'row-0' }).waitFor()
    await list.evaluate((box) => (box.scrollTop = 2_500))
    const device = page.getByRole('link', { name: 'edge-a' })
    await device.scrollIntoViewIfNeeded()
    const before = await place()
    await page.waitForFunction(
      (row) => Object.values(history.state as Record<string, { row?: number }>).some((kept) => kept?.row === row),
      before / 38,
    )
    await device.click()
    await page.getByRole('heading', { name: 'edge-a', level: 1 }).waitFor()

    const held = Promise.withResolvers<void>()
    answers = held.promise
    await page.goBack()
    await device.waitFor()
    expect([before > 0, await place()]).to.deep.equal([true, before])

    await page.getByRole('link', { name: 'Devices', exact: true }).first().click()
    held.resolve()
    await page.getByRole('link', { name: 'row-0' }).waitFor()
    const ofAll = await place()
    await page.goBack()
    await device.waitFor()
    await page.waitForURL(/site=Ghent/)
    expect([ofAll, await place()]).to.deep.equal([0, before])
    await close()
  })

  it('keeps the text being typed while the list is loading', async () => {
    const held = Promise.withResolvers<void>()
    const { page, close } = await shown.open({
      as: await customer.as('tenant_readonly'),
      at: '/devices',
      prepare: async (page) => {
        await page.route(/\/api\/devices\?/, (route) => held.promise.then(() => route.continue()))
      },
    })

    const site = page.getByRole('combobox', { name: 'Site' })
    await site.pressSequentially('Gh')
    held.resolve()
    const answered = page.getByRole('link', { name: 'edge-a' }).or(page.getByText('No results for these filters'))
    await answered.waitFor() // the first request, or one with the text typed so far
    expect(await site.inputValue()).to.equal('Gh')
    await site.pressSequentially('ent')
    await page.getByRole('link', { name: 'core-a' }).waitFor()
    await page.getByRole('link', { name: 'edge-a' }).waitFor({ state: 'detached' })

    expect(await site.inputValue()).to.equal('Ghent')
    await close()
  })

  it('changes many devices after a preview of each', async () => {
    const admin = await customer.as('tenant_admin')
    const { page, axe, close } = await shown.open({ as: admin, at: '/devices?q=core-' })
    await page.getByRole('checkbox', { name: 'Select core-a' }).click()
    await page.getByRole('checkbox', { name: 'Select core-c' }).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()

    await page.getByRole('button', { name: 'Tags' }).click()
    await page.getByLabel('Add tags').fill('night, core')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Change 3 devices' }).waitFor()
    await page.getByText('Tags: core → core, night').first().waitFor()
    const barriers = await axe('both')
    await page.getByRole('button', { name: 'Change 3 devices' }).click()
    await page.getByText('3 devices changed').waitFor()

    const { body } = await admin.get('/api/devices?tag=night')
    expect(body.map(({ name }: { name: string }) => name)).to.deep.equal(['core-a', 'core-b', 'core-c'])
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('changes credential, agents and site after a preview of old and new values', async () => {
    const admin = await customer.as('tenant_admin')
    const login = await customer.hasCredential({ name: 'read-only' })
    const agent = await customer.hasAgent({ name: 'rack-1' })
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/devices?q=core-' })
    const change = async (kind: string, fill: () => Promise<unknown>, preview: string) => {
      await page.getByRole('checkbox', { name: 'Select core-b' }).click()
      await page.getByRole('toolbar').getByRole('button', { name: kind }).click()
      await fill()
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('dialog').getByText(preview, { exact: true }).waitFor()
      if (kind === 'Credential') await picture('bulk-credential')
      expect(await axe()).to.deep.equal([])
      await page.getByRole('button', { name: 'Change one device' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }

    const dialog = page.getByRole('dialog')
    await change('Credential', () => dialog.getByLabel('Credential').selectOption('read-only'), 'Credential: none → read-only') // prettier-ignore
    await change('Agents', () => dialog.getByLabel('rack-1').check(), 'Agents: any agent of the customer → rack-1')
    await change('Site', () => dialog.getByLabel('Site').fill('Lyon'), 'Site: Ghent → Lyon')

    const [device] = must(await admin.get('/api/devices?q=core-b'), 200)
    expect(device).to.deep.include({ credential_id: login.id, agent_ids: [agent.id], site: 'Lyon' })
    await close()
  })

  it('takes devices out of service after the typed number of devices, and back', async () => {
    const admin = await customer.as('tenant_admin')
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/devices?q=core-' })
    const state = async () => must(await admin.get('/api/devices?q=core-&decommissioned=true'), 200).length
    await page.getByRole('checkbox', { name: 'Select core-a' }).click()
    await page.getByRole('checkbox', { name: 'Select core-c' }).click({ modifiers: ['Shift'] })
    expect(await page.getByRole('button', { name: 'Reinstate' }).count()).to.equal(0)
    await picture('bulk-bar')

    await page.getByRole('button', { name: 'Decommission' }).click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Decommission 3 devices' })
    await dialog.getByText('State: in service → out of service').first().waitFor()
    expect(await button.isDisabled()).to.equal(true)
    await dialog.getByRole('textbox').fill('3')
    await picture('bulk-decommission')
    const barriers = await axe('both')
    await button.click()
    await page.getByText('3 devices decommissioned').waitFor()
    await page.getByRole('link', { name: 'core-a' }).waitFor({ state: 'detached' })
    expect(await state()).to.equal(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'core-a' }).waitFor()

    expect(await state()).to.equal(0)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('sets the retention of devices and reinstates decommissioned ones', async () => {
    const admin = await customer.as('tenant_admin')
    const [device] = must(await admin.get('/api/devices?q=core-b'), 200)
    must(await admin.post(`/api/devices/${device.id}/decommission`), 200)
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/devices?q=core-b&state=decommissioned' })
    await page.getByRole('checkbox', { name: 'Select core-b' }).click()
    const dialog = page.getByRole('dialog')

    await page.getByRole('toolbar').getByRole('button', { name: 'Retention' }).click()
    await dialog.getByLabel('Days after a version was last seen').fill('900')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('Days kept: inherited → 900').waitFor()
    await picture('bulk-retention')
    const barriers = await axe('both')
    await dialog.getByRole('button', { name: 'Change one device' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select core-b' }).click()
    await page.getByRole('button', { name: 'Reinstate' }).click()
    await dialog.getByRole('button', { name: 'Reinstate one device' }).click()
    await page.getByText('One device reinstated').waitFor()

    const policy = must(await admin.get(`/api/retention/device?device_id=${device.id}`), 200)
    expect(policy).to.include({ keep_days: 900, keep_last: null })
    expect(must(await admin.get(`/api/devices/${device.id}`), 200).decommissioned_at).to.equal(null)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('keeps the widths of columns and the height of rows until they are reset', async () => {
    const { page, axe, picture, close } = await shown.open({ as: await customer.as('tenant_readonly'), at: '/devices' })
    const edge = page.getByRole('separator', { name: 'Width of Address' })
    const width = async () => Number(await edge.getAttribute('aria-valuenow'))
    const hasWidth = (px: number) => edge.and(page.locator(`[aria-valuenow="${px}"]`)).waitFor()
    const openSettings = () => page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('link', { name: 'core-a' }).waitFor()
    const usual = await width()

    const { x, y, height } = (await edge.boundingBox())!
    await page.mouse.move(x + 4, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 64, y + height / 2)
    await page.mouse.up()
    await hasWidth(usual + 60)
    await edge.press('ArrowLeft')
    await hasWidth(usual + 44)
    await openSettings()
    await page.getByLabel('Row height').selectOption('compact')
    await picture('list-compact')
    const barriers = await axe('both')
    await page.reload()
    const row = page.getByRole('row', { name: /core-a/ })
    await row.waitFor()
    await hasWidth(usual + 44)
    expect((await row.boundingBox())!.height).to.equal(30)

    await openSettings()
    await page.getByRole('button', { name: 'Reset column widths' }).click()
    await page.getByLabel('Row height').selectOption('comfortable')
    await page.keyboard.press('Escape')
    await hasWidth(usual)
    expect((await row.boundingBox())!.height).to.equal(38)
    await edge.press('ArrowRight')
    await hasWidth(usual + 16)
    await edge.dblclick()
    await hasWidth(usual)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('backs up several devices, also for a role that cannot edit them, except disabled ones', async () => {
    const admin = await customer.as('tenant_admin')
    const [first] = must(await admin.get('/api/devices?q=core-a'), 200)
    must(await admin.patch(`/api/devices/${first.id}`, { enabled: false }), 200)
    const operator = await customer.as('tenant_operator')
    const { page, axe, close } = await shown.open({ as: operator, at: '/devices?q=core-' })
    await page.getByRole('checkbox', { name: 'Select core-a' }).click()
    await page.getByRole('checkbox', { name: 'Select core-c' }).click({ modifiers: ['Shift'] })

    expect(await page.getByRole('button', { name: 'Disable' }).count()).to.equal(0)
    await page.getByRole('button', { name: 'Back up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 devices will be backed up.').waitFor()
    await dialog.getByText('One is disabled or out of service').waitFor()
    const barriers = await axe('both')
    await dialog.getByRole('button', { name: 'Back up' }).click()
    await page.getByText('2 backups queued. ').waitFor() // the customer has no agent

    const { body } = await admin.get('/api/runs')
    expect(body.map(({ device_name }: { device_name: string }) => device_name).sort()).to.deep.equal([
      'core-b',
      'core-c',
    ])
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('offers a user whose role is limited to sites only what the service permits, and tells why', async () => {
    const name = `Ghent ${randomUUID()}`
    const permissions = ['device:read', 'device:write', 'backup:trigger']
    const { id } = await customer.create('roles', { name, permissions, sites: ['Ghent'] })
    const user = { email: `${randomUUID()}@example.net`, password: 'a password of some length' }
    await customer.create('users', { ...user, name: 'Limited', role: 'tenant_custom', role_id: id })
    const { token } = must(await shown.service.anonymous.post('/api/auth/login', user), 200)
    const limited = clientOf(shown.service.url, token)
    const { page, go, picture, close } = await shown.open({ as: limited, at: '/devices?q=core-c' })
    const named = (name: string) => page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()

    await page.getByRole('checkbox', { name: 'Select core-c' }).click()
    await page.getByText('Your role is limited to sites or tags. You can edit its devices one at a time.').waitFor()
    await picture('bulk-limited')

    const buttons = await page.getByRole('toolbar').getByRole('button').allInnerTexts()
    expect(buttons).to.deep.equal(['Back up', 'Clear selection'])
    expect([await named('Add device'), await named('Import'), await named('Export')]).to.deep.equal([0, 0, 0])

    await page.getByRole('link', { name: 'core-c' }).click()
    await page.getByRole('link', { name: 'Edit' }).waitFor()
    const refused = ['Test connection', 'Decommission', 'Export'].map(named)
    expect(await Promise.all(refused)).to.deep.equal([0, 0, 0])
    await go('/import')
    await page.getByText('Your role is limited to sites or tags, and this covers all of the customer.').waitFor()
    await close()
  })

  it('offers its actions in the palette and by shortcuts', async () => {
    const { page, close } = await shown.open({ as: await customer.as('tenant_admin'), at: '/devices' })
    await page.getByRole('link', { name: 'edge-a' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('name, address')
    await page.getByRole('option', { name: 'Name, address, site or tag' }).click()
    await page.keyboard.type('core-b')
    await page.waitForURL(/q=core-b/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('add a dev')
    await page.keyboard.press('Enter')
    await page.waitForURL(/devices\/new/)
    await close()
  })

  it('shows the error of an invalid schedule at its field', async () => {
    const { page, close } = await shown.open({ as: await customer.as('tenant_admin'), at: '/devices?q=core-' })
    await page.getByRole('checkbox', { name: 'Select core-a' }).click()
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByRole('textbox', { name: 'Schedule' }).fill('every night')
    await page.getByRole('button', { name: 'Preview' }).click()

    await page.getByRole('dialog').getByText('rejected', { exact: true }).first().waitFor()
    expect(await page.getByRole('dialog').innerText()).to.match(/schedule/)
    await close()
  })

  it('scrolls through a hundred thousand rows and draws only the visible ones', async () => {
    const reader = await customer.as('tenant_readonly')
    const [one] = must(await reader.get('/api/devices?limit=1'), 200)
    const { page, close } = await shown.open({ as: reader, at: '/nowhere' })
    await page.addInitScript(answerManyDevices, one)
    await page.reload()
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.evaluate(() => void (location.hash = '/devices?rows=1000'))
    await page.getByText('device-0', { exact: true }).waitFor()

    const box = page.getByRole('region', { name: 'Devices' })
    await box.evaluate(async (element) => {
      while (element.scrollHeight < 38 * 100_000) {
        element.scrollTop = element.scrollHeight
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      element.scrollTop = element.scrollHeight
    })
    await page.getByText('device-99999', { exact: true }).waitFor()
    const frames = await box.evaluate(async (element) => {
      const frames: number[] = []
      for (let step = 0; step < 20; step += 1) {
        const began = performance.now()
        element.scrollTop = (element.scrollHeight * step) / 20
        await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)))
        frames.push(performance.now() - began)
      }
      return frames
    })

    expect(await page.getByRole('row').count()).to.be.below(60)
    expect(frames.length).to.equal(20)
    if (process.env['TEST_TELL'])
      console.log(
        frames
          .map(Math.round)
          .sort((one, other) => other - one)
          .join(' '),
      )
    await close()
  })
})

/** In the page, in place of its fetch: pages of one device, a hundred thousand times under other names. */
function answerManyDevices(one: object) {
  const pageLength = 20_000
  const real = window.fetch
  window.fetch = (...given) => {
    const url = new URL(given[0] instanceof Request ? given[0].url : String(given[0]), location.href)
    if (url.pathname !== '/api/devices') return real(...given)
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const rows = Array.from({ length: pageLength }, (_, at) => ({
      ...one,
      id: `row-${from + at}`,
      name: `device-${from + at}`,
    }))
    const end = from + pageLength
    const next = end < 100_000 ? { link: `</api/devices?cursor=${end}>; rel="next"` } : undefined
    return Promise.resolve(Response.json(rows, { headers: next }))
  }
}
