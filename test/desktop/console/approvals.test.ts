import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, must } from '../../support/service.ts'

describeConsole('actions of the console that need approval', () => {
  let shown: TestConsole
  let customer: Customer
  let anna: Client
  let ben: Client

  before(async () => {
    shown = await openConsole()
    anna = await shown.service.as('platform_admin')
    ben = await shown.service.as('platform_admin')
    customer = await shown.service.hasTenant('northwind')
  })

  after(() => shown?.close())

  const destroy = async ({ page, go }: Awaited<ReturnType<TestConsole['open']>>) => {
    await go(`/customers/${customer.id}`)
    await page.getByRole('button', { name: 'Destroy the keys' }).click()
    await page.getByLabel('Type northwind to confirm').fill('northwind')
    await page.getByRole('button', { name: 'Destroy the keys permanently' }).click()
  }

  it('are chosen in the settings', async () => {
    const { page, picture, close } = await shown.open({ as: anna, at: '/settings' })

    await page.getByLabel('Destruction of keys').check()
    await picture('approval-settings')
    await page
      .locator('section', { hasText: 'Protection against misuse' })
      .getByRole('button', { name: 'Save' })
      .click()
    await page.getByText('Saved.').waitFor()

    expect(must(await anna.get('/api/settings'), 200).approval_actions).to.deep.equal(['key_destruction'])
    await close()
  })

  it('ask for a reason, wait for another person, and succeed when repeated', async () => {
    const first = await shown.open({ as: anna, at: '/' })
    first.page.setDefaultTimeout(20_000)
    await destroy(first)
    const question = first.page.getByRole('dialog', { name: 'Another person must approve this' })
    await question.getByLabel('Reason').fill('The customer asked for it')
    await first.picture('approval-reason')
    expect(await first.axe('both')).to.deep.equal([])
    await question.getByRole('button', { name: 'Request approval' }).click()
    await first.page.getByText('Your request for approval is stored').first().waitFor()
    await first.picture('approval-requested')

    const second = await shown.open({ as: ben, at: '/approvals' })
    await second.page.getByRole('row', { name: /Destruction of keys.*The customer asked for it.*pending/ }).waitFor()
    await second.picture('approvals')
    await second.page.getByRole('button', { name: 'Show' }).click()
    const decision = second.page.getByRole('dialog', { name: 'Destruction of keys' })
    await decision.getByText(`/api/tenants/${customer.id}/destroy-key`).waitFor()
    await decision.getByLabel('Note').fill('Agreed')
    await second.picture('approval-decision')
    expect(await second.axe('both')).to.deep.equal([])
    await decision.getByRole('button', { name: 'Approve' }).click()
    await second.page.getByText('Request approved.').waitFor()
    await second.close()

    await first.page.reload()
    await destroy(first)
    await first.page.getByRole('button', { name: 'Destroy the keys permanently' }).waitFor({ state: 'detached' })
    expect(must(await anna.get('/api/approvals'), 200)[0].state).to.equal('used')
    await first.close()
  })

  it('are withdrawn by the person who made the request', async () => {
    const other = await shown.service.hasTenant('globex')
    const where = `/api/tenants/${other.id}/destroy-key`
    const answer = await anna.post(where, { confirm: 'globex' }, { 'x-coffer-approval-reason': 'By%20mistake' })
    expect(answer.body.code).to.equal('approval_requested')
    const { page, picture, close } = await shown.open({ as: anna, at: '/approvals', language: 'fr', width: 390 })

    await page.getByRole('button', { name: 'Afficher' }).first().click()
    await picture('approval-own-narrow')
    await page.getByRole('button', { name: 'Retirer' }).click()
    await page.getByText('Demande retirée.').waitFor()

    expect(must(await anna.get('/api/approvals'), 200)[0].state).to.equal('withdrawn')
    await close()
  })
})
