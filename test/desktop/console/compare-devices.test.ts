import { expect } from 'chai'
import type { Device } from '../../../service/store/models/device.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { createScene } from '../../support/scene/scene.ts'
import type { Customer } from '../../support/service.ts'

describeConsole('the comparison of two devices', () => {
  let shown: TestConsole
  let customer: Customer
  let devices: Device[]

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    const tenant = await createScene(shown.service.dependencies, customer)
    const at = (day: number) => new Date(Date.UTC(2026, 9, day))
    devices = [await tenant.hasDevice({ name: 'access-1' }), await tenant.hasDevice({ name: 'access-2' })]
    const [first, second] = devices as [Device, Device]
    await tenant.hasText(first, 'hostname access-1\nntp server 192.0.2.1\nvlan 7\n', { capturedAt: at(1) })
    await tenant.hasText(second, 'hostname access-2\nntp server 192.0.2.9\n', { capturedAt: at(1) })
    await tenant.hasText(second, 'hostname access-2\nntp server 192.0.2.1\n', { capturedAt: at(2) })
    await tenant.hasTree(await tenant.hasDevice({ name: 'web-1', platform: 'linux_server' }), [['etc', {}]])
  })
  after(() => shown?.close())

  it('is three clicks away from a device', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, picture, axe, close } = await shown.open({ as, at: `/devices/${devices[0]!.id}`, height: 800 })
    let clicks = 0
    const click = async (target: ReturnType<typeof page.getByText>) => {
      await target.click()
      clicks++
    }

    await click(page.getByRole('button', { name: 'Compare with another device (running-config)' }))
    await page.getByText('Choose two devices').waitFor()
    await click(page.getByRole('group', { name: 'Right side' }).locator('.picker'))
    await click(page.getByRole('option', { name: 'access-2' }).or(page.locator('.n-base-select-option', { hasText: 'access-2' })).first()) // prettier-ignore
    await page.locator('.cm-merge-b', { hasText: 'hostname access-2' }).waitFor()

    expect(clicks).to.equal(3)
    await page.getByText('one line added').waitFor()
    await picture('compare-devices')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('begins with the newer version of the compare page', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as, at: `/compare?device=${devices[1]!.id}` })

    await page.getByRole('button', { name: 'Compare with another device' }).click()
    await page.waitForURL(/from_version=[0-9a-f-]{36}/)
    await page.getByRole('group', { name: 'Left side' }).getByText('access-2').waitFor()
    await close()
  })

  it('takes an older version, swaps its sides, and is kept in the address', async () => {
    const as = await customer.as('tenant_readonly')
    const query = `from_device=${devices[0]!.id}&to_device=${devices[1]!.id}`
    const { page, picture, close } = await shown.open({
      as,
      at: `/compare/devices?${query}`,
      language: 'fr',
      theme: 'dark',
      width: 390,
      height: 900,
    })
    const right = page.getByRole('group', { name: 'Côté droit' })

    await right.getByLabel('Version').selectOption({ index: 1 })
    await page.getByText('192.0.2.9').first().waitFor()
    await picture('compare-devices-narrow-dark')
    await page.getByRole('button', { name: 'Inverser' }).click()
    await page.reload()
    await page.getByRole('group', { name: 'Côté gauche' }).getByText('access-2').waitFor()
    await page.getByText('192.0.2.9').first().waitFor()
    await close()
  })

  it('names its versions in the address, reports a deleted one, and takes only devices of one customer', async () => {
    const other = await createScene(shown.service.dependencies)
    await other.hasText(await other.hasDevice({ name: 'access-9' }), 'hostname access-9\n')
    const as = await shown.service.as('platform_admin')
    const query = `to_device=${devices[1]!.id}&from_device=${devices[0]!.id}`
    const { page, go, close } = await shown.open({ as, at: `/compare/devices?${query}` })
    const left = page.getByRole('group', { name: 'Left side' })

    await page.waitForURL(/to_version=[0-9a-f-]{36}/)
    await go(`/compare/devices?${query}&from_version=0198c2f0-0000-7000-8000-000000000001`)
    await page.getByText('Version not found').waitFor()
    await go(`/compare/devices?to_device=${devices[1]!.id}`)
    await page.getByRole('group', { name: 'Right side' }).getByText('access-2').waitFor()
    await left.locator('.picker').click()
    await page.locator('.n-base-select-option', { hasText: 'access-1' }).waitFor()
    expect(await page.locator('.n-base-select-option', { hasText: 'access-9' }).count()).to.equal(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Swap sides' }).click()
    await left.getByText('access-2').waitFor()
    expect(await page.getByRole('group', { name: 'Right side' }).getByText('access-2').count()).to.equal(0)
    await close()
  })

  it('reports equal texts', async () => {
    const as = await customer.as('tenant_readonly')
    const query = `from_device=${devices[1]!.id}&to_device=${devices[1]!.id}`
    const { page, close } = await shown.open({ as, at: `/compare/devices?${query}` })

    await page.getByText('The texts are equal.').waitFor()
    await close()
  })
})
