import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { fakeAgent } from '../../support/fake-agent.ts'
import { must } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'

const planted = '<b onmouseover=alert(1)>Ghent</b>'

describeConsole('the agent pages', () => {
  let shown: TestConsole
  let customer: AgentScene

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
  })

  after(() => shown?.close())

  const listed = async () => must(await customer.admin.get(`/api/agents?tenant=${customer.id}`), 200)

  it('add an agent in three steps, and detect its enrolment automatically', async () => {
    const operator = await shown.service.as('platform_operator')
    const { page, axe, picture, close } = await shown.open({ as: operator, at: '/agents/new?customer=northwind' })

    await page.getByLabel('Name *', { exact: true }).fill(planted)
    expect(await page.getByLabel('Short name').inputValue()).to.equal('b-onmouseover-alert-1-ghent-b')
    await page.getByLabel('Short name').fill('ghent-1')
    await picture('agent-new')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Create token' }).click()
    const unused = await page.locator('.token code').innerText()
    expect(unused).to.match(/^bkp1\./)
    const typed = () => page.locator('.command code').allInnerTexts()
    const enroll = `./coffer-agent enroll --url ${shown.service.url}`
    expect(await typed()).to.deep.equal([
      'sha256sum --check --ignore-missing SHA256SUMS',
      'tar -xzf coffer-agent*-linux-$(uname -m | sed s/x86_64/x64/ | sed s/aarch64/arm64/).tar.gz',
      `sudo ${enroll}`,
      `sudo ${enroll} --token-file ./token`,
      'sudo ./coffer-agent doctor',
      'sudo ./coffer-agent install-service',
      'sudo ./coffer-agent status',
    ])
    await page.getByText('This address works on this computer only.').waitFor()
    await page.getByRole('button', { name: 'Windows' }).click()
    await page.getByText('opened as administrator').waitFor()
    expect(await typed()).to.include.members(['.\\coffer-agent.exe doctor', '.\\coffer-agent.exe install-service'])
    await picture('agent-token')
    expect(await axe('both')).to.deep.equal([])
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    await page.getByText('The token expired unused.').waitFor()
    expect(await page.getByText(unused).count()).to.equal(0)
    await page.getByRole('button', { name: 'Create token' }).click()
    const token = await page.locator('.token code').innerText()
    const { id } = (await listed()).find(({ slug }: { slug: string }) => slug === 'ghent-1')
    const agent = fakeAgent(shown.service.url, { id, tenantId: customer.id, token })
    await agent.enroll(token)
    await agent.openSession({ hostname: 'collector.ghent.example' })

    await page.getByText('is online, on collector.ghent.example').waitFor()
    expect(await page.getByText(token).count()).to.equal(0)
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('link', { name: planted }).click()
    await page.getByRole('heading', { name: planted }).waitFor()
    await page.getByText('0 of 100').waitFor()
    await picture('agent-one')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('explain that an agent was cloned, and reactivate it', async () => {
    const { agent } = customer
    const device = await customer.hasDevice({ name: 'edge-1', agent_ids: [agent.id] })
    const copy = agent.copy()
    await agent.openSession()
    await agent.heartbeat([])
    await copy.openSession()
    await publish(shown.service)
    const [{ name }] = (await listed()).filter(({ id }: { id: string }) => id === agent.id)
    const operator = await shown.service.as('platform_operator')
    const { page, go, axe, picture, close } = await shown.open({ as: operator, at: `/agents?customer=northwind` })

    await page.getByRole('row', { name: /cloned/ }).waitFor()
    await picture('agents')
    expect(await axe('both')).to.deep.equal([])
    await page
      .getByRole('row', { name: /cloned/ })
      .getByRole('link')
      .click()
    await page.getByText('Running on two computers').waitFor()
    await page.getByRole('link', { name: device.name }).waitFor()
    await page.getByText('clone detected').waitFor()
    await picture('agent-cloned')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
    await page.getByText(`${name} cleared.`).waitFor()

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Lab agent').click()
    await page.getByLabel('Name *', { exact: true }).fill('Ghent, rack 2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Ghent, rack 2' }).waitFor()
    await page.getByText('Running in lab mode').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Ghent, rack 2')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Agent revoked').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('This is the only agent of edge-1').waitFor()
    await go('/agents?status=revoked&customer=northwind')
    await page.getByRole('row', { name: /revoked/ }).waitFor()
    await close()
  })

  it('show customer users everything read-only, in French too', async () => {
    const admin = await customer.as('tenant_admin')
    const { page, go, close } = await shown.open({ as: admin, at: '/agents', language: 'fr' })

    await page
      .getByRole('row', { name: /révoqué/ })
      .getByRole('link')
      .click()
    await page.getByText('Agent révoqué').waitFor()
    expect(await page.getByRole('button', { name: 'Supprimer' }).count()).to.equal(0)
    await go('/agents/new')
    await page.getByText('Non autorisé pour votre rôle').waitFor()
    await close()
  })
})
