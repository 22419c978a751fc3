import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { runLocalAgents } from '../../../service/run-local-agents.ts'
import { type ConsoleWindow, type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { iosBehaviour } from '../../support/ios-device.ts'
import { type IosSimulator, startIosSimulator } from '../../support/ios-simulator.ts'
import { must } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'
import { type CountedHands, countedHands } from './counted-hands.ts'

/** The first version needed 42. */
const mostClicks = 17
const first = iosBehaviour().runningConfig
const password = 'an account’s "secret"'

describeConsole('the first hour of an empty installation', () => {
  let shown: TestConsole
  let router: IosSimulator
  let agents: { stop(): Promise<void> } | undefined
  let window: ConsoleWindow
  let hands: CountedHands

  before(async () => {
    shown = await openConsole()
    router = await startIosSimulator({ password })
    const admin = await shown.service.as('platform_admin')
    await admin.patch('/api/settings', { master_key_backed_up: false })
    window = await shown.open({ as: admin })
    hands = countedHands(window.page)
  })

  after(async () => {
    await agents?.stop()
    await router?.close()
    await shown?.close()
  })

  const button = (name: string, within: { getByRole: Locator['getByRole'] } = window.page) =>
    within.getByRole('button', { name, exact: true })
  const link = (name: string, within: { getByRole: Locator['getByRole'] } = window.page) =>
    within.getByRole('link', { name, exact: true })
  const setUp = () => window.page.getByRole('region', { name: 'Set up Coffer' })

  it('leads from the overview to the first difference in a few clicks', async () => {
    const { page } = window
    await hands.click(button('I have kept a copy', setUp()))
    await hands.click(link('Add customer', setUp()))
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Northwind')
    await hands.click(button('Add customer', page.getByRole('dialog')))
    await page.getByRole('heading', { name: 'Northwind', level: 1 }).waitFor()

    agents = await runLocalAgents(shown.service.dependencies, shown.service.url)
    await hands.click(button('Use this server’s agent'))
    await page.getByRole('link', { name: 'local', exact: true }).waitFor()

    await hands.click(link('Overview'))
    await hands.click(link('Add credential', setUp()))
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('routers')
    await page.getByRole('textbox', { name: 'Account', exact: true }).fill('backup')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await hands.click(window.page.getByRole('button', { name: /^(Add|Save)/ }))

    await hands.click(link('Add device'))
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('edge-1')
    await page.getByRole('textbox', { name: 'Address or host name', exact: true }).fill('127.0.0.1')
    await hands.choose(page.getByRole('combobox', { name: 'Platform' }), 'Cisco IOS XE')
    await page.getByLabel('SSH port').fill(String(router.port))
    await hands.click(button('Add device'))

    await hands.click(button('Test connection'))
    await hands.click(link('Compare and approve'))
    await hands.click(button('Approve'))
    await hands.click(button('Approve', page.getByRole('dialog')))
    await backedUp(1)

    router.setRunningConfig(first.replace(/\nend\n/, '\nntp server 192.0.2.10\n!\nend\n'))
    await hands.click(link('Go to the device'))
    await hands.click(button('Back up now'))
    await backedUp(2)
    await hands.click(
      page.getByRole('region', { name: 'Last changes' }).getByRole('row').last().getByRole('link').first(),
    )
    await page.getByText('ntp server 192.0.2.10').first().waitFor()

    const note = page.getByText('The host key was accepted without comparison.')
    const [noteBox, options] = [await note.boundingBox(), await button('Side by side').boundingBox()]
    await window.picture('first-difference')

    expect(hands.count).to.be.at.most(mostClicks)
    expect(options!.y - noteBox!.y, 'the note takes one line').to.be.below(60)
  })

  /** Waits until a number of backups has ended, all of them with success. */
  async function backedUp(count: number): Promise<void> {
    const admin = await shown.service.as('platform_admin')
    for (;;) {
      const runs: { status: string }[] = must(await admin.get('/api/runs?kind=backup'), 200)
      const ended = runs.filter(({ status }) => !['queued', 'running', 'retrying'].includes(status))
      expect(ended.filter(({ status }) => status !== 'succeeded')).to.deep.equal([])
      if (ended.length >= count) return void (await publish(shown.service))
      await pause(200)
    }
  }
})
