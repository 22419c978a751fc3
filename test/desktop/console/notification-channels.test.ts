import { expect } from 'chai'
import { recordEvents } from '../../../service/domain/outbox/events/record-events.ts'
import type { OutboundClient } from '../../../service/outbound/outbound-client.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Customer, must } from '../../support/service.ts'
import { deliver, publish } from '../../support/published-events.ts'

const markup = '<img src=x onerror=alert(1)>'
const hourMs = 3_600_000

describeConsole('the pages of notification channels', () => {
  let shown: TestConsole
  let customer: Customer
  const asked: { url: string; body: string }[] = []

  before(async () => {
    const outgoing: OutboundClient = async ({ url, body }) => {
      asked.push({ url, body: String(body) })
      return { status: asked.length === 1 ? 500 : 204, headers: {}, body: Buffer.alloc(0) }
    }
    shown = await openConsole({ outgoing })
    customer = await shown.service.hasTenant('northwind')
  })

  after(() => shown?.close())

  const happen = async () => {
    const { service } = shown
    const device = { id: customer.id, name: markup, site: 'Ghent', platform: 'netco_iosxe', tags: ['core'] }
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      recordEvents({ trx, now: service.dependencies.now() }, [
        { type: 'run.failed', tenantId: customer.id, device, data: { run_id: customer.id, trigger: 'manual' } },
      ]),
    )
    await publish(service)
  }

  it('add a signed webhook, show its secret once, and show the receiver’s test response', async () => {
    const { page, axe, picture, close } = await shown.open({
      as: await customer.as('tenant_admin'),
      at: '/notification-channels',
    })

    await page.getByText('No notification channels yet').waitFor()
    page.setDefaultTimeout(20_000)
    const barriers = await axe('both')
    await page.getByRole('button', { name: 'Add channel' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill(markup)
    await page.getByLabel('Kind').selectOption({ label: 'Signed webhook' })
    await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.net/private-part')
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('radio', { name: 'Only these' }).check()
    await page.getByRole('checkbox', { name: 'Backups', exact: true }).check()
    await page.getByRole('checkbox', { name: 'a device presented a different fingerprint' }).check()
    expect(await page.getByText('Installation', { exact: true }).count()).to.equal(0)
    await picture('channels-new')
    barriers.push(...(await axe('both')))
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByRole('button', { name: 'Add channel' }).last().click()
    await page.getByRole('region', { name: 'The secret' }).getByText(secret).waitFor()
    barriers.push(...(await axe('both')))
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByText('No deliveries yet').waitFor()
    expect(await page.locator('img').count()).to.equal(0)
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('The receiver responded with 500').waitFor()
    await picture('channels-test')
    barriers.push(...(await axe('both')))
    await page.getByRole('button', { name: 'Send another test' }).click()
    await page.getByText('Test delivered').waitFor()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: 'failed' }).getByRole('button', { name: 'View' }).click()
    await page.getByRole('dialog').getByText('The endpoint returned HTTP status 500').waitFor()
    await picture('channels-delivery')
    barriers.push(...(await axe('both')))
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('row', { name: /waiting/ }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Response' }).uncheck()
    await page.getByRole('columnheader', { name: 'Response' }).waitFor({ state: 'detached' })

    expect(secret).to.match(/^[0-9a-f]{64}$/)
    expect(await page.getByText('private-part').count()).to.equal(0)
    expect(asked.map(({ url }) => url)).to.deep.equal(Array(2).fill('https://hooks.example.net/private-part'))
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('report failing and automatically disabled channels, and enable one again', async () => {
    await happen()
    await deliver(shown.service, () => 503)
    const { page, axe, picture, close } = await shown.open({
      as: await customer.as('tenant_admin'),
      at: '/notification-channels',
    })
    await page
      .getByRole('row', { name: /failing/ })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { name: 'Deliveries are failing' }).waitFor()
    await picture('channels-failing')
    const barriers = await axe('both')
    await close()
    shown.service.advance(25 * hourMs) // sessions have ended by then
    await happen()
    await deliver(shown.service, () => 503)
    const later = await shown.open({ as: await customer.as('tenant_admin'), at: '/notification-channels' })

    await later.page.getByRole('row', { name: 'stopped by the service' }).waitFor()
    await later.picture('channels')
    barriers.push(...(await later.axe('both')))
    await later.page.getByRole('link', { name: markup }).click()
    await later.page.getByText('nothing has been delivered since').waitFor()
    await later.picture('channels-stopped')
    barriers.push(...(await later.axe('both')))
    await later.page.getByRole('button', { name: 'Resume' }).click()
    await later.page.getByText('active', { exact: true }).waitFor()

    const [webhook] = must(await (await customer.as('tenant_admin')).get('/api/notification-channels'), 200)
    expect(webhook).to.include({ enabled: true, failing_since: null })
    expect(webhook.rules[0].min_severity).to.equal('warning')
    expect(webhook.rules[0].events).to.have.members([
      'run.failed',
      'run.blocked',
      'run.partial',
      'run.changed',
      'fingerprint.changed',
    ])
    expect(barriers).to.deep.equal([])
    await later.close()
  })

  it('add a mail channel with quiet hours and an escalation, and preview a message', async () => {
    const { page, axe, picture, close } = await shown.open({
      as: await customer.as('tenant_admin'),
      at: '/notification-channels/new',
    })
    page.setDefaultTimeout(20_000)
    await page.getByRole('textbox', { name: 'Name' }).fill('night shift')
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByText('Required').or(page.getByText('required')).first().waitFor()
    await page.getByRole('textbox', { name: 'Mail addresses' }).fill('night@example.net')
    await page.getByRole('textbox', { name: 'Tags' }).fill('core')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('checkbox', { name: 'Collect events during quiet hours' }).check()
    await page.getByLabel('Time zone').selectOption('Europe/Paris')
    await page.getByRole('checkbox', { name: 'Escalate events' }).check()
    await page.getByRole('combobox', { name: 'Channel', exact: true }).selectOption({ label: markup })
    const barriers = await axe('both')
    await picture('channels-new-mail')
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByText('Warnings and critical: every event').waitFor()
    await page.getByText('20:00 to 07:00, every day (Europe/Paris)').waitFor()
    await page.getByText(`to ${markup} after 30 minutes`).waitFor()
    await page.getByRole('button', { name: 'Show preview' }).click()
    await page.getByRole('region', { name: 'subject' }).waitFor()
    const choice = page.getByRole('combobox', { name: 'Event', exact: true })
    const offered = await choice.locator('option').allInnerTexts()
    const asked = page.waitForResponse((response) => response.url().includes('event_id='))
    await choice.selectOption({ index: offered.length - 1 })
    const chosen = ((await (await asked).json()) as { event_id: string }).event_id
    await page.getByRole('region', { name: 'subject' }).waitFor()
    const text = await page.getByRole('region', { name: 'text', exact: true }).innerText()
    await page.route('**/preview?event_id=*', async (route) => {
      const response = await route.fetch()
      const { events, ...rest } = (await response.json()) as { events: { id: string }[] }
      await route.fulfill({ response, json: { ...rest, events: events.filter(({ id }) => id !== chosen) } }) // displaced
    })
    const again = page.waitForResponse((response) => response.url().includes('event_id='))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await again
    await page.getByRole('region', { name: 'subject' }).waitFor()
    expect(await choice.inputValue()).to.equal(chosen)
    await picture('channels-page')
    barriers.push(...(await axe('both')))

    expect(text)
      .to.match(/backup/i)
      .and.to.include(chosen)
    expect(offered).to.have.length.above(1)
    expect(offered.every((label) => label.includes('backup failed'))).to.equal(true)
    expect(await page.locator('img').count()).to.equal(0)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('lead from the message of an event to its acknowledgement, which the list of escalating events offers too', async () => {
    const { service } = shown
    const admin = await customer.as('tenant_admin')
    const channels = must(await admin.get('/api/notification-channels'), 200)
    const mail = channels.find(({ name }: { name: string }) => name === 'night shift')
    must(await admin.patch(`/api/notification-channels/${mail.id}`, { rules: [{ events: ['run.failed'] }] }), 200)
    await happen()
    await happen()
    const [first] = must(await admin.get('/api/events?escalating=true'), 200)
    const { page, axe, picture, close } = await shown.open({ as: admin, at: `/events/${first.id}`, width: 390 })
    page.setDefaultTimeout(20_000)

    await page.getByRole('heading', { name: /backup failed/i }).waitFor()
    await picture('event')
    const barriers = await axe('both')
    await page.getByRole('textbox', { name: 'Note' }).fill('on my way')
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('on my way', { exact: true }).waitFor()
    await picture('event-acknowledged')
    await close()
    const list = await shown.open({ as: admin, at: '/overview', language: 'fr', theme: 'dark' })
    list.page.setDefaultTimeout(20_000)
    await list.page.keyboard.press('Control+k')
    await list.page.getByRole('combobox').fill('escalade')
    await list.page.keyboard.press('Enter')
    await list.page.getByRole('button', { name: /^Prendre en charge/ }).waitFor()
    await list.picture('events-escalating-fr')
    barriers.push(...(await list.axe('both')))
    await list.page.getByRole('button', { name: /^Prendre en charge/ }).click()
    await list.page.getByText('Pris en charge. Les canaux n’escaladent plus l’événement.').waitFor()
    await list.page.getByRole('checkbox', { name: 'En escalade' }).uncheck()
    await list.page
      .getByRole('row', { name: /tenant_admin/ })
      .first()
      .waitFor()
    await list.picture('events-fr')

    expect(must(await admin.get(`/api/events/${first.id}`), 200).acknowledgement.note).to.equal('on my way')
    expect(must(await admin.get('/api/events?escalating=true'), 200)).to.deep.equal([])
    expect(barriers).to.deep.equal([])
    await list.close()
    await publish(service)
  })

  it('open at the former address, change a channel without its secrets, in French, and are hidden from operators', async () => {
    const { page, picture, close } = await shown.open({
      as: await customer.as('tenant_admin'),
      at: '/webhooks',
      language: 'fr',
      theme: 'dark',
      width: 390,
    })
    page.setDefaultTimeout(20_000)

    await page.getByRole('link', { name: markup }).click()
    await page.getByRole('link', { name: 'Modifier' }).click()
    await page.getByText('Laissez vide pour conserver la valeur enregistrée').first().waitFor()
    await page.getByRole('textbox', { name: 'Sites' }).fill('Ghent, Lyon')
    await page.getByLabel('Envoi').selectOption({ label: 'toutes les heures' })
    await picture('channels-edit-fr')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('Ghent, Lyon', { exact: true }).waitFor()
    const state = page.getByRole('region', { name: 'Envois' }).getByRole('cell', { name: 'livré' }).first()
    await state.waitFor()
    const { x = 0, width = 999 } = (await state.boundingBox()) ?? {}
    await page.getByRole('button', { name: 'Afficher l’aperçu' }).click()
    await page
      .getByRole('combobox', { name: 'Événement', exact: true })
      .or(page.getByText('Voici un message de test.'))
      .waitFor()
    await picture('channels-page-fr')
    expect(x + width, 'the state is visible without scrolling').to.be.below(390)
    await close()
    const operator = await shown.open({
      as: await customer.as('tenant_operator'),
      at: '/notification-channels',
      language: 'fr',
    })
    await operator.page.getByText('Non autorisé pour votre rôle').waitFor()

    const channels = must(await (await customer.as('tenant_admin')).get('/api/notification-channels'), 200)
    const changed = channels.find(({ name }: { name: string }) => name === markup)
    expect(changed).to.deep.include({ digest_minutes: 60, destination: 'hooks.example.net' })
    expect(changed.rules[0].sites).to.deep.equal(['Ghent', 'Lyon'])
    expect(await operator.page.getByRole('link', { name: 'Canaux de notification' }).count()).to.equal(0)
    await operator.close()
  })
})
