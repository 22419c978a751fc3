import { expect } from 'chai'
import { updateDevices } from '../../../service/domain/inventory/facts/record-facts.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import type { Customer } from '../../support/service.ts'

describeConsole('the ends of life in the console', () => {
  let shown: TestConsole
  let customer: Customer
  let device: { id: string }

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant()
    device = await customer.hasDevice({ name: 'edge1' })
    const { knex, now } = shown.service.dependencies
    const values = { hostname: '', serial: '', vendor: 'Acme', model: 'X1-24', os_version: '9.2' }
    await inScope(knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      updateDevices({ trx, tenantId: customer.id }, [
        { deviceId: device.id, capturedAt: now(), uptimeSeconds: null, values },
      ]),
    )
  })

  after(() => shown?.close())

  it('are loaded from a file, with the lines of its errors', async () => {
    const admin = await shown.service.as('platform_admin')
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/end-of-life' })
    const dialog = page.getByRole('dialog')
    const choose = (text: string) =>
      dialog.getByLabel('Choose a file').setInputFiles({
        name: 'eol.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`vendor,model,end_of_support\n${text}`),
      })

    await page.getByRole('button', { name: 'Load table' }).first().click()
    await choose('Acme,X1*,soon\n')
    await dialog.getByRole('button', { name: 'Load eol.csv' }).click()
    await dialog.getByText('has soon for end_of_support in line 2').waitFor()
    await picture('end-of-life-errors')
    expect(await axe('both')).to.deep.equal([])
    await choose('Acme,X1*,2001-12-31\n')
    await dialog.getByRole('button', { name: 'Load eol.csv' }).click()
    await page.getByText('Entries: 1. Changed devices: 1.').waitFor()
    await page.getByRole('row', { name: /Acme.*X1\*.*2001-12-31/ }).waitFor()
    await picture('end-of-life')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('are shown on the page of a device and filter the list', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, picture, close } = await shown.open({ as: reader, at: `/devices/${device.id}` })

    await page.getByText('Support ended on').waitFor()
    await picture('device-end-of-life')
    expect(await page.getByText('2001-12-31').isVisible()).to.equal(true)
    await close()
    const list = await shown.open({ as: reader, at: '/devices?end_of_support_by=2002-01-01' })
    await list.page.getByRole('row', { name: /edge1/ }).waitFor()
    await list.close()
    const earlier = await shown.open({ as: reader, at: '/devices?end_of_support_by=2001-01-01' })
    await earlier.page.getByText('No rows').waitFor()
    await earlier.close()
  })
})
