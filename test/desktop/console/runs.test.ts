import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { must } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'

describeConsole('the run pages', () => {
  let shown: TestConsole
  let customer: AgentScene
  let router: string

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': 'hostname core-1\nend\n' })
  })

  after(() => shown?.close())

  it('list runs by the address’s filters, and show a run’s log live', async () => {
    const job = await customer.admin
      .post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [router] })
      .then(() => customer.agent.startJob())
    const at = shown.service.dependencies.now().toISOString()
    await customer.agent.log(job, [{ at, level: 'info', line: 'logged in as <b>backup</b>\u0007' }])
    const operator = await customer.as('tenant_operator')
    const { page, axe, picture, close } = await shown.open({ as: operator, at: '/runs' })

    await page
      .getByRole('row', { name: /running/ })
      .getByRole('link')
      .click()
    await page.getByText('logged in as <b>backup</b>^G').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel run' }).isVisible()).to.equal(true)
    await customer.agent.log(job, [{ at, level: 'error', line: 'the line was cut' }], 2)
    await page.getByText('the line was cut').waitFor()
    await page.getByLabel('Level').selectOption('error')
    await page.getByText('1 line', { exact: true }).or(page.getByText('one line')).waitFor()
    expect(await page.getByText('logged in as').count()).to.equal(0)
    const report = { error: 'core-1: the <i>login</i> was refused; check the credential' }
    await customer.agent.result(job, { outcome: 'failed', error_code: 'auth_failed', report })

    await page.getByText(report.error).waitFor()
    await page.getByRole('button', { name: 'Back up again' }).waitFor()
    await picture('run-failed')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Back up again' }).click()
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText('Run cancelled.').waitFor()
    await page.getByRole('link', { name: 'Runs' }).last().click()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
    await page.getByRole('row', { name: /failed/ }).waitFor()
    expect(page.url()).to.include('status=failed')
    await picture('runs')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('show runs as events too, with links', async () => {
    await publish(shown.service)
    const operator = await customer.as('tenant_operator')
    const { page, axe, picture, close } = await shown.open({ as: operator, at: '/events' })

    await page.getByRole('row', { name: 'new version was stored' }).waitFor()
    await page.getByRole('combobox', { name: 'Severity' }).selectOption('warning')
    await page.getByRole('row', { name: 'new version was stored' }).waitFor({ state: 'detached' })
    const failed = page.getByRole('row', { name: 'a backup failed' })
    await failed.waitFor()
    await failed.getByText('Login refused', { exact: false }).waitFor()
    await page.getByRole('combobox', { name: 'Since' }).selectOption('the last hour')
    await page.waitForURL(/since=hour/)
    await failed.waitFor()
    await picture('events')
    expect(await axe('both')).to.deep.equal([])
    await failed.getByRole('link').last().click()
    await page.getByRole('button', { name: 'Back up again' }).waitFor()
    await close()
  })

  it('explain why no agent takes a queued run', async () => {
    const other = await shown.service.hasTenant('agentless')
    const operator = await other.as('tenant_operator')
    const device = await other.hasDevice({ name: 'lonely' })
    const [run] = must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
    const { page, close } = await shown.open({ as: operator, at: `/runs/${run.id}` })

    await page.getByText('none: the customer has no agent that can back up this device').waitFor()
    await other.hasAgent()
    await page.reload()
    await page.getByText('none: no agent that can back up this device is enrolled').waitFor()
    await close()
  })

  it('offer an agent to a customer without one, after a backup and in a connection test', async () => {
    const other = await shown.service.hasTenant('unattended')
    const device = await other.hasDevice({ name: 'lonely' })
    const admin = await shown.service.as('platform_admin')
    const at = `/devices/${device.id}?customer=unattended`
    const { page, picture, close } = await shown.open({ as: admin, at })
    const hint = 'unattended has no agent that can reach this device. Backups wait until there is one.'

    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText(`Backup queued. ${hint}`).waitFor()
    await page.getByRole('button', { name: 'Test connection' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test the connection to lonely' })
    await dialog.getByText(hint).waitFor()
    await picture('test-without-agent')
    await dialog.getByRole('button', { name: 'Use this server’s agent' }).click()
    await dialog.getByText('This server’s agent is starting.').waitFor()
    expect(must(await admin.get(`/api/tenants/${other.id}/local-agent`), 200).agent.status).to.equal('pending')
    await dialog.getByRole('link', { name: 'Add agent' }).click()
    await page.waitForURL(/agents\/new\?customer=unattended/)
    await close()
  })

  it('offer no agent that would not back up the device', async () => {
    const other = await shown.service.hasTenant()
    const admin = await shown.service.as('platform_admin')
    const agent = await other.hasAgent()
    const device = await other.hasDevice({ agent_ids: [agent.id] })
    must(await admin.post(`/api/agents/${agent.id}/revoke?tenant=${other.id}`), 200)
    const [run] = must(await admin.post(`/api/backups/trigger?tenant=${other.id}`, { device_ids: [device.id] }), 202)
    const { page, close } = await shown.open({ as: admin, at: `/runs/${run.id}` })

    await page.getByText('has no agent that can reach this device').waitFor()
    const read = page.waitForResponse(/\/api\/devices\//)
    await page.reload()
    await read
    await page.getByText('has no agent that can reach this device').waitFor()

    expect(await page.getByRole('button', { name: 'Use this server’s agent' }).count()).to.equal(0)
    await close()
  })

  it('start a backup and cancel it', async () => {
    const operator = await customer.as('tenant_operator')
    const { page, close } = await shown.open({ as: operator, at: '/runs' })

    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('button', { name: 'Back up', exact: true }).click()
    await page.getByText('Backup started').waitFor()
    await page
      .getByRole('row', { name: /queued/ })
      .getByRole('link')
      .click()
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText('Run cancelled.').waitFor()
    await page.getByText('cancelled', { exact: true }).waitFor()
    await close()
  })

  it('work for a platform user, and start only the chosen runs', async () => {
    const tested = await customer.admin.post(`/api/devices/${router}/test?tenant=${customer.id}`)
    const operator = await shown.service.as('platform_operator')
    const { page, go, close } = await shown.open({ as: operator, at: `/runs/${tested.body.id}` })

    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText('Run cancelled.').waitFor()
    await page.getByRole('button', { name: 'Test again' }).click()
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByRole('button', { name: 'Test again' }).waitFor()
    const again = await customer.admin.get(`/api/runs?device_id=${router}&kind=test`)
    expect(again.body.map(({ status }: { status: string }) => status)).to.deep.equal(['cancelled', 'cancelled'])

    await go('/runs?customer=northwind')
    await page.getByRole('button', { name: 'Back up now' }).click()
    const start = page.getByRole('button', { name: 'Back up', exact: true })
    expect(await start.isEnabled()).to.equal(true)
    await page.getByText('All devices of a platform').click()
    expect(await start.isDisabled()).to.equal(true)
    await go('/runs?customer=*')
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('dialog').getByText('Choose a customer').waitFor()
    expect(await start.isDisabled()).to.equal(true)
    await page.getByRole('dialog').getByLabel('Customer').selectOption('northwind')
    await page.getByRole('dialog').getByRole('button', { name: 'Choose customer' }).click()
    await page.getByText('All devices of northwind').waitFor()
    expect(await start.isEnabled()).to.equal(true)
    await close()
  })

  it('offer a reader no forbidden action', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, go, close } = await shown.open({ as: reader, at: '/runs', language: 'fr' })

    await page
      .getByRole('row', { name: /annulé|cancelled/ })
      .first()
      .getByRole('link')
      .click()
    await page.getByRole('heading', { name: 'Journal' }).waitFor()
    expect(await page.getByRole('button', { name: 'Sauvegarder à nouveau' }).count()).to.equal(0)
    await go('/runs')
    await page.getByRole('row').nth(2).waitFor()
    expect(await page.getByRole('button', { name: 'Sauvegarder maintenant' }).count()).to.equal(0)
    await close()
  })
})
