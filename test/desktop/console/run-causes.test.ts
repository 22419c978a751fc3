import { expect } from 'chai'
import { defaultAdvice } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { render, renderFailure } from '../../../shared/messages/render.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'

describeConsole('the causes of failed backups', () => {
  let shown: TestConsole
  let customer: AgentScene

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'southwind')
    for (const router of [await customer.hasRouter(), await customer.hasRouter()]) {
      await customer.admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [router] })
      const job = await customer.agent.startJob()
      const report = { error: 'the login was refused; check the credential' }
      await customer.agent.result(job, { outcome: 'failed', error_code: 'auth_failed', report })
    }
  })

  after(() => shown?.close())

  it('are shown above the failed runs, each with a button to retry', async () => {
    const operator = await customer.as('tenant_operator')
    const { page, axe, close } = await shown.open({ as: operator, at: '/runs?failed_only=true' })

    const causes = page.getByRole('region', { name: 'Last backup failed, by cause' })
    await causes.getByText('2 devices').waitFor()
    expect(await causes.getByRole('listitem').count()).to.equal(1)
    expect(await axe('both')).to.deep.equal([])
    await causes.getByRole('button', { name: 'Back up again' }).click()

    await page.getByText('2 backups started').waitFor()
    await close()
  })

  it('are readable in each run on a narrow screen, in full on focus', async () => {
    const operator = await customer.as('tenant_operator')
    const narrow = { as: operator, at: '/runs?failed_only=true', width: 1024, language: 'en' } as const
    const { page, axe, picture, close } = await shown.open(narrow)

    const row = page.getByRole('row', { name: 'Login refused' }).first()
    const reason = row.getByText('Login refused. the login was refused; check the credential')
    const box = await reason.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).to.be.below(1024)
    expect(await page.getByRole('columnheader', { name: 'Started by' }).count()).to.equal(0)
    await reason.focus()
    await page.getByRole('tooltip').getByText('the login was refused; check the credential').waitFor()
    await picture('runs-narrow')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Method').check()
    await page.getByRole('columnheader', { name: 'Started by' }).waitFor()
    await close()
  })

  it('are shown in French to French users, whatever the agent sent', async () => {
    const router = await customer.hasRouter()
    await customer.admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [router] })
    const failure = {
      code: 'enable_failed',
      step: message('step_raising_rights'),
      expected: null,
      seen: '% Access denied',
      advice: defaultAdvice('enable_failed'),
    } as const
    const report = { failure, error: 'in English' }
    const job = await customer.agent.startJob()
    await customer.agent.result(job, { outcome: 'failed', error_code: 'enable_failed', report })
    const operator = await customer.as('tenant_operator')
    const { page, close } = await shown.open({ as: operator, at: '/runs?failed_only=true', language: 'fr' })

    await page.getByRole('link', { name: `Enable refusé. ${render(failure.advice, 'fr')}` }).focus()
    await page.getByRole('tooltip').getByText(renderFailure(failure, 'fr')).waitFor()

    expect(await page.getByText('in English').count()).to.equal(0)
    await close()
  })
})
