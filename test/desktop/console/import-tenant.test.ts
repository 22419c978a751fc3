import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, must } from '../../support/service.ts'

const planted = '<i>East</i>'

describeConsole('the import of a customer export', () => {
  let shown: TestConsole
  let here: Customer
  let admin: Client

  before(async () => {
    shown = await openConsole()
    admin = await shown.service.as('platform_admin')
    here = await shown.service.hasTenant('northwind')
    const network = await here.hasCredential({ name: 'network', username: 'backup', password: 'hush-hush-hush' })
    const agent = await here.hasAgent({ slug: 'east', name: planted })
    await here.hasDevice({ name: 'core-1', credential_id: network.id, agent_ids: [agent.id] })
    must(await admin.patch(`/api/tenants/${here.id}`, { restore_policy: 'allow' }), 200)
    must(await admin.put(`/api/retention/customer?tenant=${here.id}`, { keep_days: 900 }), 200)
  })

  after(() => shown?.close())

  const exported = async (query: string) =>
    JSON.stringify(must(await admin.get(`/api/tenants/${here.id}/export${query}`), 200))
  const settled = (customer: Customer) =>
    Promise.all([
      admin.get(`/api/devices?tenant=${customer.id}`).then((answer) => must(answer, 200)),
      admin.get(`/api/agents?tenant=${customer.id}`).then((answer) => must(answer, 200)),
      admin.get(`/api/credentials?tenant=${customer.id}`).then((answer) => must(answer, 200)),
    ])

  it('imports everything, and lists the remaining steps', async () => {
    const there = await shown.service.hasTenant('globex')
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/import?customer=globex' })

    await choose(page, 'customer.json', await exported('?with_devices=true'))
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Other changes' })
    await preview.getByText('The import sets: restores').waitFor()
    await preview.getByText('credentials without their secrets: network').waitFor()
    await preview.getByText('One address will need your approval').waitFor()
    await picture('import-customer-preview')
    expect(await axe('both')).to.deep.equal([])
    expect((await settled(there)).flat()).to.deep.equal([])
    await page.getByRole('button', { name: 'Import one device' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    const next = page.getByRole('region', { name: 'Next steps' })
    await next.getByText('Enter the secrets of these credentials').waitFor()
    await next.getByRole('link', { name: 'network' }).waitFor()
    await next.getByRole('link', { name: planted }).waitFor()
    await next.getByText('Approve one address.').waitFor()
    await picture('import-customer-result')
    expect(await axe('both')).to.deep.equal([])

    const [devices, agents, credentials] = await settled(there)
    expect(devices.map(({ name }: { name: string }) => name)).to.deep.equal(['core-1'])
    expect(agents.map(({ name, status }: Record<string, string>) => [name, status])).to.deep.equal([
      [planted, 'pending'],
    ])
    expect(credentials.map((one: Record<string, unknown>) => [one['name'], one['secrets_missing']])).to.deep.equal([
      ['network', true],
    ])
    await next.getByRole('link', { name: 'Open Trust' }).click()
    await page.getByRole('region', { name: 'One address waits for approval' }).waitFor()
    await page.goBack()
    await close()
  })

  it('imports an export without devices, in French', async () => {
    const there = await shown.service.hasTenant('initech')
    const { page, close } = await shown.open({ as: admin, at: '/import?customer=initech', language: 'fr' })

    await choose(page, 'customer.json', await exported(''))
    await page.getByRole('button', { name: 'Aperçu' }).click()
    await page.getByRole('button', { name: 'Importer le client' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Importer', exact: true }).click()
    const next = page.getByRole('region', { name: 'Étapes suivantes' })
    await next.getByRole('link', { name: planted }).click()
    await page.getByText('Pas encore inscrit').waitFor()

    const [devices, agents, credentials] = await settled(there)
    expect([devices.length, agents.length, credentials.length]).to.deep.equal([0, 1, 1])
    await close()
  })
})

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}
