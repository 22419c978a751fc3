import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'

type Device = components['schemas']['Device']

const text = 'hostname core-1\n!\nend\n'

describeConsole('backups that a user started', () => {
  let shown: TestConsole
  let customer: AgentScene
  let devices: [Device, Device]
  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    const credential_id = (await customer.hasCredential()).id
    const fields = { credential_id, retry_attempts: 0 }
    devices = [
      await customer.hasDevice({ ...fields, name: 'core-1' }),
      await customer.hasDevice({ ...fields, name: 'core-2' }),
    ]
  })
  after(() => shown.close())

  it('are shown with their failures in the header of every page, until closed', async () => {
    const [good, bad] = devices
    const as = await customer.as('tenant_operator')
    const { page, go, axe, picture, close } = await shown.open({ as, at: `/devices/${good.id}` })
    const pill = page.getByRole('status', { name: 'Backups that you started' })
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('link', { name: 'View run' }).waitFor()
    await pill.getByText('0 of 1').waitFor()
    shown.service.advance(1_000)
    await go(`/devices/${bad.id}`)
    await page.getByRole('heading', { name: 'core-2', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await pill.getByText('0 of 2').waitFor()
    await page.reload()
    await pill.getByText('0 of 2').waitFor()
    await page.getByRole('link', { name: 'queued' }).waitFor()

    const first = await customer.agent.startJob()
    await go('/devices')
    await page.getByRole('row', { name: 'core-1' }).getByText('backing up').waitFor()
    const badge = page.getByRole('row', { name: 'core-2' }).getByTitle('backup queued')
    await badge.waitFor()
    const drawn = await badge.evaluate((element) => {
      element.parentElement!.style.width = '60px'
      const [icon, words] = element.children as unknown as [Element, HTMLElement]
      return {
        isWithin: element.getBoundingClientRect().width <= 60 && icon.getBoundingClientRect().width > 10,
        overflow: words.scrollWidth > words.clientWidth && getComputedStyle(words).textOverflow,
      }
    })
    expect(drawn, 'without room').to.deep.equal({ isWithin: true, overflow: 'ellipsis' })
    await customer.agent.result(first, { artifacts: await customer.agent.capture(first, { 'running-config': text }) })
    await page.getByRole('row', { name: 'core-1' }).getByText('changed').waitFor()
    const second = await customer.agent.startJob()
    const report = { error: 'refused' }
    await customer.agent.result(second, { outcome: 'failed', error_code: 'connection_refused', report })
    await pill.getByRole('link', { name: '2 of 2 · one failed' }).click()
    await page.getByRole('region', { name: 'Backups started since' }).getByText('2 of 2 ended').waitFor()
    await page.getByRole('button', { name: 'Show failed' }).click()
    await page.getByRole('row', { name: 'core-1' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'core-2' }).waitFor()
    const barriers = await axe('both')
    await picture('activity')
    await pill.getByRole('button', { name: 'Hide these backups' }).click()

    await pill.waitFor({ state: 'detached' })
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('appear on the page of their device when they end without a change', async () => {
    const [good] = devices
    const as = await customer.as('tenant_operator')
    const { page, close } = await shown.open({ as, at: `/devices/${good.id}` })
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('link', { name: 'queued' }).waitFor()

    const job = await customer.agent.startJob()
    await customer.agent.result(job, { artifacts: await customer.agent.capture(job, { 'running-config': text }) })

    await page.getByRole('link', { name: 'unchanged' }).first().waitFor()
    await page.getByRole('link', { name: 'queued' }).waitFor({ state: 'detached' })
    await close()
  })
})
