import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Device } from '../../../service/store/models/device.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { publish } from '../../support/published-events.ts'
import { type Client, type Customer, must } from '../../support/service.ts'
import { createScene } from '../../support/scene/scene.ts'

describeConsole('the golden configurations of the console', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client
  let version: Version
  const devices: Device[] = []

  const text = (name: string, more = 'ntp server 10.0.0.1\n') =>
    `hostname ${name}\n${more}interface Vlan1\n description management\n no shutdown\n`

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant()
    admin = await customer.as('tenant_admin')
    const tenant = await createScene(shown.service.dependencies, customer)
    for (const [name, more] of [
      ['sw1', undefined],
      ['sw2', undefined],
      ['sw3', 'ip http server\n'],
      ['sw4', 'ntp server 10.0.0.1\nlldp run\n'],
    ] as const) {
      const device = await tenant.hasDevice({ name, site: 'lyon', tags: ['access'] })
      devices.push(device)
      const stored = await tenant.hasText(device, text(name, more))
      if (name === 'sw1') version = stored
    }
    await tenant.hasDevice({ name: 'sw5', site: 'lyon', tags: ['access'] })
    await publish(shown.service)
  })

  after(() => shown?.close())

  it('are made from the text of a version, with the error beside the field', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: `/versions/${version.id}/text` })
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'Use as golden configuration' }).click()
    await dialog.getByLabel('Name *').fill('Access switches')
    expect(await dialog.getByLabel('Tag *').inputValue()).to.equal('access')
    await dialog.getByLabel('Declared differences').fill('^hostname (.*)\n(a)\\1')
    await dialog.getByRole('button', { name: 'Add golden configuration' }).click()
    await dialog.getByRole('alert').first().waitFor()
    await picture('golden-new')
    expect(await axe('both')).to.deep.equal([])
    await dialog.getByLabel('Declared differences').fill('^hostname (.*)')
    await dialog.getByRole('button', { name: 'Add golden configuration' }).click()
    await page.getByText('3 of 4 devices have every line.').waitFor()

    const [golden] = must(await admin.get('/api/golden-configurations'), 200)
    expect(golden).to.deep.include({ tag: 'access', version_id: version.id })
    expect(golden.declared_differences).to.deep.equal([{ pattern: '^hostname (.*)' }])
    await close()
  })

  it('show the devices and the lines that differ, and lead to their comparison', async () => {
    const [{ id }] = must(await admin.get('/api/golden-configurations'), 200)
    const { page, axe, picture, close } = await shown.open({ as: admin, at: `/golden-configurations/${id}` })

    await page.getByRole('row', { name: /sw3.*lyon.*1.*1/ }).waitFor()
    await page.getByRole('row', { name: /ntp server 10\.0\.0\.1.*golden.*3 of 4.*without.*sw3/ }).waitFor()
    await page.getByRole('row', { name: /sw5.*No version of this configuration is stored/ }).waitFor()
    await picture('golden-page')
    expect(await axe('both')).to.deep.equal([])
    await page
      .getByRole('row', { name: /sw4.*lyon/ })
      .getByRole('link', { name: 'Lines' })
      .click()
    await page.getByRole('heading', { name: 'Lines in which sw4 differs' }).waitFor()
    await page.getByRole('row', { name: /lldp run.*extra.*1 of 4.*with.*sw4/ }).waitFor()
    await picture('golden-device-lines')
    await page.getByRole('link', { name: 'Show the lines of all devices' }).click()
    await page.getByRole('heading', { name: 'Lines that devices lack' }).waitFor()
    await page
      .getByRole('row', { name: /sw3.*lyon/ })
      .getByRole('link', { name: 'Compare' })
      .click()
    await page.waitForURL(/\/compare\/devices\?.*to_device/)
    await page.getByText('ip http server').first().waitFor()

    await close()
  })

  it('are listed under Changes, changed and deleted', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/changes' })
    const dialog = page.getByRole('dialog')

    await page.getByRole('link', { name: 'Golden configurations' }).click()
    await page.getByRole('link', { name: 'Access switches' }).waitFor()
    await picture('golden-list')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('link', { name: 'Access switches' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Declared differences').fill('^hostname (.*)\n^ntp ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('4 of 4 devices have every line.').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Access switches deleted.').waitFor()

    expect(must(await admin.get('/api/golden-configurations'), 200)).to.deep.equal([])
    await page.getByText('No golden configurations yet').waitFor()
    await close()
  })

  it('are readable without the permission to change them, also in French', async () => {
    const body = { name: `Accès ${randomUUID()}`, tag: 'access', version_id: version.id, note: 'convenu en mai' }
    const { id } = must(await admin.post('/api/golden-configurations', body), 201)
    const reader = await customer.as('tenant_readonly')
    const { page, axe, picture, close } = await shown.open({
      ...{ as: reader, at: `/golden-configurations/${id}`, language: 'fr', theme: 'dark', width: 390 },
    })

    await page.getByText('1 équipement sur 4 a toutes les lignes.').waitFor()
    await picture('golden-page-fr')
    expect(await axe('both')).to.deep.equal([])
    expect(await page.getByRole('button', { name: /Modifier|Supprimer/ }).count()).to.equal(0)
    await close()
  })
})
