import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { createScene } from '../../support/scene/scene.ts'
import type { Customer } from '../../support/service.ts'

const waits = { timeout: 30_000 }

describeConsole('the time machine', () => {
  const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 9, 10, hour, minute))
  let shown: TestConsole
  let customer: Customer
  let versions: Version[]

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    const tenant = await createScene(shown.service.dependencies, customer)
    const edge = await tenant.hasDevice({ name: 'edge-1', site: 'lyon', tags: ['edge'] })
    const core = await tenant.hasDevice({ name: 'core-1', site: 'paris' })
    const facts = { author: 'mallory' }
    versions = [
      await tenant.hasText(edge, 'hostname edge-1\nvlan 1\n', { capturedAt: at(1), lastSeenAt: at(2) }),
      await tenant.hasText(edge, 'hostname edge-1\nvlan 2\n', {
        ...{ capturedAt: at(3), lastSeenAt: at(5), facts, added: 1, removed: 1 },
      }),
    ]
    await tenant.hasText(core, 'hostname core-1\n', { capturedAt: at(1), lastSeenAt: at(6) })
    const suspicious = [message('capture_shrank', { percent: 40 })]
    await tenant.hasText(core, 'startup\n', { key: 'startup-config', capturedAt: at(2), lastSeenAt: at(2), suspicious })
    await tenant.hasDevice({ name: 'new-1' })
    await tenant.inTransaction(({ trx }) =>
      trx('events').insert({
        ...{ id: '01980f3a-5c00-7000-8000-000000000001', tenant_id: tenant.id, position: 1, type: 'version.written' },
        ...{ severity: 'info', at: at(3), device: { id: edge.id, name: 'edge-1' }, data: {} },
      }),
    )
  })
  after(() => shown?.close())

  it('shows what each device held at the moment in the address', async () => {
    const as = await customer.as('tenant_readonly')
    const moment = at(3, 20).toISOString()
    const { page, axe, picture, close } = await shown.open({ as, at: `/time-machine?at=${moment}`, height: 800 })
    const row = (name: RegExp) => page.getByRole('row', { name })

    await row(/core-1.*running-config.*Good/).waitFor(waits)
    await row(/core-1.*startup-config.*Suspicious/).waitFor(waits)
    await row(/edge-1.*running-config.*Good.*\+1 −1.*1 run, 1 event/).waitFor(waits)
    await row(/new-1.*Nothing yet/).waitFor(waits)
    await picture('time-machine')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('opens a device with its runs and events, and leads to the change', async () => {
    const as = await customer.as('tenant_readonly')
    const moment = at(3, 20).toISOString()
    const { page, axe, picture, close } = await shown.open({ as, at: `/time-machine?at=${moment}`, height: 800 })

    await page.getByRole('link', { name: 'edge-1' }).click(waits)
    const panel = page.getByRole('complementary', { name: 'running-config of edge-1' })
    await panel.getByText('mallory').waitFor(waits)
    await panel.getByText('Succeeded').waitFor(waits)
    await panel.getByText('a new version was stored').first().waitFor(waits)
    await picture('time-machine-panel')
    expect(await axe('both')).to.deep.equal([])
    const opened = page.url()
    await panel.getByRole('link', { name: 'Show the change' }).click()
    await page.waitForURL(new RegExp(`/compare\\?.*from=${versions[0]!.id}.*to=${versions[1]!.id}`), waits)

    await page.goto(opened)
    await panel.getByText('mallory').waitFor(waits)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached', ...waits })
    await close()
  })

  it('moves the moment, and lists only what changed before it', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as, at: `/time-machine?at=${at(4, 20).toISOString()}` })
    const row = (name: RegExp) => page.getByRole('row', { name })

    await row(/core-1.*running-config/).waitFor(waits)
    await page.getByRole('button', { name: 'One hour earlier' }).click()
    await page.waitForURL(/at=2026-10-10T03:20:00\.000Z/, waits)
    await page.getByRole('checkbox', { name: 'Only changed' }).check()
    await row(/core-1/)
      .first()
      .waitFor({ state: 'detached', ...waits })
    await row(/edge-1.*\+1 −1/).waitFor(waits)
    expect(page.url()).to.include('at=2026-10-10T03:20:00.000Z').and.include('changed=true')
    await page.getByRole('button', { name: 'Now', exact: true }).click()
    await page.getByRole('row', { name: /edge-1/ }).waitFor({ state: 'detached', ...waits })
    await close()
  })

  it('fits a narrow window, in French and dark', async () => {
    const as = await customer.as('tenant_readonly')
    const moment = at(2, 30).toISOString()
    const { page, axe, picture, close } = await shown.open({
      ...{ as, at: `/time-machine?at=${moment}`, language: 'fr', theme: 'dark' },
      ...{ width: 390, height: 844 },
    })

    await page.getByRole('link', { name: 'edge-1' }).click(waits)
    const panel = page.getByRole('complementary', { name: 'running-config de edge-1' })
    await panel.getByText('L’équipement a pu changer avant').waitFor(waits)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(390)
    await picture('time-machine-narrow')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })
})
