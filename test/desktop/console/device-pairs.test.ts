import { expect } from 'chai'
import type { Device } from '../../../service/store/models/device.ts'
import { comparePairs } from '../../support/compare-pairs.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { publish } from '../../support/published-events.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'
import { type Customer, must } from '../../support/service.ts'

const textOf = (name: string, address: string, ntp: string) =>
  `hostname ${name}\nvlan 7\ninterface Vlan7\n ip address ${address} 255.255.255.0\nntp server ${ntp}\nend\n`

describeConsole('the device pairs of the console', () => {
  let shown: TestConsole
  let customer: Customer
  let tenant: Scene
  let first: Device
  let second: Device

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    tenant = await createScene(shown.service.dependencies, customer)
    first = await tenant.hasDevice({ name: 'core-fw-a' })
    second = await tenant.hasDevice({ name: 'core-fw-b' })
    await tenant.hasText(first, textOf('core-fw-a', '192.0.2.1', '198.51.100.1'))
    await tenant.hasText(second, textOf('core-fw-b', '192.0.2.2', '198.51.100.9'))
  })

  after(() => shown?.close())

  it('are saved from a comparison, with a preview of what remains', async () => {
    const as = await customer.as('tenant_admin')
    const at = `/compare/devices?from_device=${first.id}&to_device=${second.id}`
    const { page, picture, axe, close } = await shown.open({ as, at, height: 1000 })
    const dialog = page.getByRole('dialog')
    const preview = dialog.getByRole('region', { name: 'What remains' })

    await page.getByRole('link', { name: 'Save as a pair' }).click()
    await dialog.getByLabel('Name', { exact: false }).first().fill('Core firewalls')
    await preview.getByText('core-fw-b').first().waitFor()
    await picture('device-pair-preview')
    await dialog.getByRole('button', { name: 'Host name' }).click()
    await dialog.getByRole('button', { name: 'Add pattern' }).click()
    await dialog.getByLabel('Pattern 2', { exact: true }).fill('(?=ip)')
    await dialog.getByText('lookahead', { exact: false }).first().waitFor()
    await dialog.getByLabel('Pattern 2', { exact: true }).fill(String.raw`ip address (\S+)`)
    await preview.getByText('192.0.2.2').first().waitFor({ state: 'detached' })
    await preview.getByText('198.51.100.9').first().waitFor()
    await picture('device-pair-new')
    expect(await axe('both')).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Add device pair' }).click()
    await page.getByText('Core firewalls saved.').waitFor()

    await page.getByRole('row', { name: /Core firewalls.*core-fw-a.*core-fw-b.*2 lines differ/ }).waitFor()
    await picture('device-pairs')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('are at most four clicks away from the overview, and show only what is not declared', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, picture, axe, close } = await shown.open({ as, at: '/', height: 900 })
    let clicks = 0
    const click = async (target: ReturnType<typeof page.getByText>) => {
      await target.click()
      clicks++
    }

    await click(page.getByRole('navigation').getByRole('link', { name: 'Changes', exact: true }))
    await click(page.getByRole('link', { name: 'Device pairs', exact: true }))
    await click(page.getByRole('link', { name: 'Core firewalls', exact: true }))
    await page.locator('.cm-merge-b', { hasText: '198.51.100.9' }).waitFor()

    expect(clicks).to.be.at.most(4)
    await page.getByText('one line added').waitFor()
    expect(await page.locator('.cm-merge-b .cm-changedLine').count()).to.equal(1)
    await picture('device-pair-compare')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('are shown on the pages of both devices, and follow the next backup', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, go, picture, close } = await shown.open({ as, at: `/devices/${second.id}` })
    const pairs = page.getByRole('region', { name: 'Device pairs' }).or(page.locator('section', { hasText: 'Device pairs' })).last() // prettier-ignore

    await pairs.getByText('with core-fw-a, running-config').waitFor()
    await pairs.getByText('differ', { exact: true }).waitFor()
    await picture('device-pair-card')
    await tenant.hasText(second, textOf('core-fw-b', '192.0.2.2', '198.51.100.1'))
    await comparePairs(shown.service)
    await publish(shown.service)
    await go(`/devices/${first.id}`)
    await pairs.getByText('equal', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Core firewalls', exact: true }).click()
    await page.getByText('No difference beyond the declared ones.').waitFor()
    await close()
  })

  it('are changed and deleted by users who may change devices, also in French on a narrow window', async () => {
    const admin = await customer.as('tenant_admin')
    const { page, picture, close } = await shown.open({
      as: admin,
      at: '/changes/pairs',
      language: 'fr',
      theme: 'dark',
      width: 390,
      height: 900,
    })
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'Modifier' }).first().click()
    await dialog.getByRole('button', { name: 'Retirer le motif 1' }).click()
    await picture('device-pair-edit-narrow-dark-fr')
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('Core firewalls enregistrée.').waitFor()
    const [changed] = must(await admin.get('/api/device-pairs'), 200)
    await picture('device-pairs-narrow-dark-fr')
    await page.getByRole('button', { name: 'Supprimer' }).first().click()
    await dialog.getByRole('button', { name: 'Supprimer' }).click()
    await page.getByText('Core firewalls supprimée.').waitFor()

    expect(changed.declared_differences).to.have.length(1)
    expect(must(await admin.get('/api/device-pairs'), 200)).to.deep.equal([])
    await close()
  })

  it('cannot be changed by a reader', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as, at: '/changes/pairs' })

    await page.getByText('No device pairs yet').waitFor()
    expect(await page.getByRole('button', { name: 'Add device pair' }).count()).to.equal(0)
    await close()
  })
})
