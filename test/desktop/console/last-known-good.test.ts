import fs from 'node:fs'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { Device } from '../../../service/store/models/device.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { createScene } from '../../support/scene/scene.ts'
import { countedHands } from './counted-hands.ts'

describeConsole('the last known good configuration', () => {
  const good = 'hostname core-9\nntp server 192.0.2.7\nend\n'
  let shown: TestConsole
  let customer: AgentScene
  let confirmed: string
  let unsure: string
  let empty: string

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    const tenant = await createScene(shown.service.dependencies, customer)
    const ago = (minutes: number) => new Date(shown.service.dependencies.now().getTime() - minutes * 60_000)
    // through the API, so that the palette finds it
    confirmed = (await customer.hasDevice({ name: 'core-9' })).id
    const device = await tenant.inTransaction(({ trx }) =>
      Device.query(trx).findById(confirmed).throwIfNotFound().execute(),
    )
    await tenant.hasText(device, good, { capturedAt: ago(90), lastSeenAt: ago(80) })
    const suspicious = [message('capture_shrank', { percent: 40 })]
    await tenant.hasText(device, 'hostname core-9\nend\n', { capturedAt: ago(60), lastSeenAt: ago(60), suspicious })
    const other = await tenant.hasDevice({ name: 'lab-9' })
    unsure = other.id
    await tenant.hasText(other, 'hostname lab-9\n', { capturedAt: ago(60), lastSeenAt: ago(60), labMode: true })
    empty = (await tenant.hasDevice({ name: 'new-9' })).id
  })
  after(() => shown?.close())

  it('of a named device is on screen after two clicks, and downloaded after two', async () => {
    const { page, axe, picture, close } = await shown.open({ as: await customer.as('tenant_operator') })
    const find = page.getByRole('button', { name: 'Search or go to' })
    const input = page.getByRole('combobox', { name: 'Go to a page' })
    await find.waitFor()
    const hands = countedHands(page)

    await hands.click(find)
    await input.fill('core-9')
    await hands.click(page.getByRole('option', { name: /^Last known good configuration of core-9/ }))
    await page.getByText('ntp server 192.0.2.7').waitFor()
    await page.getByText('Reviewed or found unchanged, complete and plausible.').waitFor()
    expect(hands.count).to.equal(2)
    expect(await axe('both')).to.deep.equal([])
    // one row of tools above the text, with the tools of the view at its end
    const tools = (await page.getByRole('toolbar').boundingBox())!
    const search = (await page.getByRole('toolbar').getByRole('button').last().boundingBox())!
    expect(tools.height).to.be.below(60)
    expect(search.x).to.be.above(tools.x + tools.width / 2)
    await picture('last-known-good')

    await hands.click(find)
    await input.fill('core-9')
    const saved = page.waitForEvent('download')
    await hands.click(page.getByRole('option', { name: 'Download the last known good configuration of core-9' }))
    expect(fs.readFileSync(await (await saved).path(), 'utf8')).to.equal(good)
    expect(hands.count).to.equal(4)
    await close()
  })

  it('is opened with one key on a page of the device', async () => {
    const { page, close } = await shown.open({ as: await customer.as('tenant_readonly'), at: `/devices/${confirmed}` })

    await page.getByRole('link', { name: 'Last known good', exact: true }).waitFor()
    await page.keyboard.press('l')
    await page.getByText('ntp server 192.0.2.7').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'core-9', level: 1 }).waitFor()
    await close()
  })

  it('that is not known to be good has the reasons, in French too', async () => {
    const as = await customer.as('tenant_readonly')
    const at = `/devices/${unsure}/last-known-good`
    const { page, go, axe, close } = await shown.open({ as, at, language: 'fr', theme: 'dark' })

    await page.getByText('Pas reconnue comme saine').waitFor()
    await page.getByText('L’agent était en mode labo lors de la collecte de la version.').waitFor()
    expect(await axe('both')).to.deep.equal([])
    await go(`/devices/${empty}/last-known-good`)
    await page.getByText('Aucune version saine de new-9').waitFor()
    await close()
  })
})
