import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import type { Customer } from '../../support/service.ts'
import { createScene } from '../../support/scene/scene.ts'

describeConsole('the divergence page', () => {
  let shown: TestConsole
  let customer: Customer
  let edge: string

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    const tenant = await createScene(shown.service.dependencies, customer)
    const ago = (hours: number) => new Date(shown.service.dependencies.now().getTime() - hours * 3_600_000)
    const core = await tenant.hasDevice({ name: 'core-1', site: 'Ghent' })
    const named = await tenant.hasDevice({ name: 'edge-1<b>', site: 'Bruges' })
    edge = named.id
    await tenant.hasText(core, 'hostname a\nend\n', { capturedAt: ago(100) })
    await tenant.hasText(core, 'hostname b\nend\n', { capturedAt: ago(50), added: 1, removed: 1 })
    await tenant.hasText(core, 'hostname c\nend\n', { capturedAt: ago(2), added: 1, removed: 1 })
    await tenant.hasText(named, 'hostname d\nend\n', { capturedAt: ago(90) })
    await tenant.hasText(named, 'hostname d\nntp server 192.0.2.1\nend\n', { capturedAt: ago(80) })
    await tenant.hasText(named, 'hostname e\nend\n', { capturedAt: ago(30), added: 400, removed: 20 })
  })

  after(() => shown?.close())

  it('ranks devices and changes by size, filters by device, and computes unknown sizes', async () => {
    const { page, axe, picture, close } = await shown.open({
      as: await customer.as('tenant_admin'),
      at: '/divergence',
      width: 1440,
      height: 900,
    })
    const where = page.getByRole('region', { name: 'Changes by group' })

    await where.getByRole('button').nth(1).waitFor()
    expect(await where.getByRole('listitem').first().innerText()).to.match(/^edge-1<b>\s+2 changes\s+\+400−20$/)
    await where.getByText('By number').click()
    await page.getByText('4', { exact: true }).first().waitFor()
    await picture('divergence')
    expect(await axe('both')).to.deep.equal([])

    await page.getByRole('button', { name: 'Compute the size of one change' }).click()
    await page.getByText('All sizes are computed').waitFor()
    await where.getByRole('button', { name: 'edge-1<b>' }).click()
    await page.getByText('+401').first().waitFor()
    expect(page.url()).to.include(`device_id=${edge}`)
    await picture('divergence-device')
    expect(await axe('light')).to.deep.equal([])
    await page.getByRole('region', { name: 'Ranking' }).getByRole('link', { name: 'running-config' }).first().click()
    await page.getByRole('heading', { name: 'Compare' }).waitFor()
    await close()
  })

  it('reports in French that nothing changed, and offers a reader no computation', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, go, axe, close } = await shown.open({ as: reader, at: '/divergence', language: 'fr', theme: 'dark' })

    await page.getByText('Changements par groupe').waitFor()
    expect(await page.getByRole('button', { name: /Calculer/ }).count()).to.equal(0)
    await go('/divergence?site=Nowhere')
    await page.getByText('Aucun changement pendant cette période').waitFor()
    expect(await axe('dark')).to.deep.equal([])
    await close()
  })
})
