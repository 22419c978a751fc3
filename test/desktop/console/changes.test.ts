import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { createScene } from '../../support/scene/scene.ts'
import { type ConsoleWindow, type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { publish } from '../../support/published-events.ts'

describeConsole('the changes page', () => {
  let shown: TestConsole
  let customer: AgentScene
  let router: string
  let window: ConsoleWindow

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': configuration('192.0.2.1') })
    const tenant = await createScene(shown.service.dependencies, customer)
    const named = await tenant.hasDevice({ name: 'edge-1<b>\u001b[31m' })
    const ago = (minutes: number) => new Date(shown.service.dependencies.now().getTime() - minutes * 60_000)
    const banner = 'banner motd <script>alert(1)</script>\n'
    await tenant.hasText(named, banner + configuration('192.0.2.7'), { capturedAt: ago(90) })
    await tenant.hasText(named, 'hostname edge-1\nend\n', {
      capturedAt: ago(60),
      added: 1,
      removed: 41,
      suspicious: [message('capture_shrank', { percent: 40 })],
      facts: { author: 'eve' },
    })
    await customer.backUpTexts(router, { 'running-config': configuration('192.0.2.2') })
    window = await shown.open({ as: await customer.as('tenant_admin'), at: '/changes', width: 1440, height: 900 })
  })

  after(() => shown?.close())

  it('opens a change beside the list by keyboard, with the reason for suspicion and advice', async () => {
    const { page, axe, picture } = window
    const peek = page.getByRole('region', { name: 'Selected change' })

    await page
      .getByRole('row', { name: /running-config/ })
      .nth(1)
      .waitFor()
    await page.keyboard.press('j')
    await peek.getByText('ntp server 192.0.2.2').waitFor()
    await picture('changes')
    expect(await axe('both')).to.deep.equal([])

    await page.keyboard.press('j')
    await peek.getByText('smaller than the previous version').waitFor()
    await peek.getByText('<script>alert(1)</script>').waitFor()
    expect(await peek.getByRole('heading', { level: 2 }).innerText()).to.equal('edge-1<b>^[[31m')
    expect(page.url()).to.include('open=')
    await picture('changes-suspicion')
    expect(await axe('both')).to.deep.equal([])
  })

  it('reviews changes with or without a ticket, and undoes a review', async () => {
    const { page, axe } = window
    const peek = page.getByRole('region', { name: 'Selected change' })

    const reviewWithTicket = async () => {
      await page.keyboard.press('v')
      await page.getByRole('dialog').getByLabel('Ticket').fill('CHG-<i>7</i>')
      expect(await axe('light')).to.deep.equal([])
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as reviewed' }).click()
      await peek.getByText('CHG-<i>7</i>').waitFor()
    }
    await reviewWithTicket()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    await peek.getByRole('button', { name: 'It is correct: mark as reviewed' }).waitFor()
    await reviewWithTicket()
    await peek.getByRole('button', { name: 'Withdraw review' }).click()
    await peek.getByRole('button', { name: 'It is correct: mark as reviewed' }).waitFor()

    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('r')
    await page.getByText('2 changes marked as reviewed').waitFor()
    const { body } = await customer.admin.get(`/api/changes?tenant=${customer.id}&reviewed=true`)
    expect(body).to.have.lengthOf(2)
  })

  it('announces new changes without moving the list, and pins a version', async () => {
    const { page, picture, axe } = window
    const rows = page.getByRole('row', { name: /running-config/ })

    await customer.backUpTexts(router, { 'running-config': configuration('192.0.2.3') })
    await publish(shown.service)
    const news = page.getByRole('button', { name: 'Show one new change' })
    await news.waitFor()
    expect(await rows.count()).to.equal(2)
    await news.click()
    await rows.nth(1).waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('m')
    await page.getByText('Pinned. New versions are compared with this one.').waitFor()

    await customer.backUpTexts(router, { 'running-config': configuration('192.0.2.4') })
    await page.getByRole('link', { name: 'Drift from pinned versions' }).click()
    await page.getByRole('table', { name: 'Drifted devices' }).getByRole('link').click()
    await page.getByText('ntp server 192.0.2.4').waitFor()
    await picture('changes-drift')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Accept as the new baseline' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept as the new baseline' }).click()
    await page.getByText('No drift').waitFor()
  })

  it('offers a reader no forbidden action, in French', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, axe, close } = await shown.open({
      as: reader,
      at: '/changes?reviewed=any',
      language: 'fr',
      theme: 'dark',
    })

    await page
      .getByRole('row', { name: /edge-1/ })
      .getByRole('link')
      .click()
    await page.getByText('Cette version est suspecte').waitFor()
    await page.getByText('<script>alert(1)</script>').waitFor()
    for (const name of ['Marquer comme relu', 'Épingler', 'Sauvegarder à nouveau']) {
      expect(await page.getByRole('button', { name }).count(), name).to.equal(0)
    }
    expect(await page.getByRole('checkbox').count()).to.equal(0)
    expect(await axe('dark')).to.deep.equal([])
    await close()
  })
})

function configuration(server: string): string {
  const ports = Array.from({ length: 12 }, (_, port) => `interface Gi1/0/${port}\n switchport access vlan 10\n!\n`)
  return `hostname core-1\n!\n${ports.join('')}ntp server ${server}\nend\n`
}
