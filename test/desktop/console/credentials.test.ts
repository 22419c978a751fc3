import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { must } from '../../support/service.ts'

const planted = '<script>alert(1)</script>'
const secret = 'a secret that is never shown'

describeConsole('the credential pages', () => {
  let shown: TestConsole
  let customer: AgentScene

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
  })

  after(() => shown?.close())

  const named = async (name: string) => {
    const all = must(await customer.admin.get(`/api/credentials?tenant=${customer.id}&limit=1000`), 200)
    return all.find((one: { name: string }) => one.name === name)
  }

  it('accept secrets, show which are set, and never show their values again', async () => {
    const admin = await customer.as('tenant_admin')
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/credentials/new' })

    await page.getByText('No secret is set').waitFor()
    await page.getByLabel('Name *', { exact: true }).fill(planted)
    await page.getByLabel('Account', { exact: true }).fill('backup')
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByLabel('Enable secret').fill(`${secret}, too`)
    await picture('credential-new')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: planted }).waitFor()
    await page.getByText('Not in use.').waitFor()
    expect(await page.content()).not.to.contain(secret)
    expect((await named(planted)).secrets_set).to.deep.equal(['password', 'enable_secret'])

    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByText('SSH key', { exact: true }).waitFor()
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).to.equal('')
    await page.getByRole('button', { name: 'Remove' }).last().click()
    await page.getByText('will be removed').waitFor()
    await page.getByText('SSH key', { exact: true }).click()
    await page.getByLabel('SSH private key').fill('-----BEGIN OPENSSH PRIVATE KEY-----')
    await picture('credential-edit')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete' }).waitFor()
    const { secrets_set: set, username } = await named(planted)
    expect({ set, username }).to.deep.equal({ set: ['password', 'ssh_private_key'], username: 'backup' })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('deleted.').waitFor()
    await close()
  })

  it('generate a key pair, and show only its public key', async () => {
    const admin = await customer.as('tenant_admin')
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/credentials/new' })

    await page.getByLabel('Name *', { exact: true }).fill('with a key')
    await page.getByLabel('Account', { exact: true }).fill('backup')
    await page.getByText('SSH key', { exact: true }).click()
    await page.getByRole('button', { name: 'Generate key pair' }).click()
    await page.getByText(/^ssh-ed25519 \S+ backup$/).waitFor()
    expect(await page.getByLabel('SSH private key').inputValue()).to.match(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/)
    await picture('credential-key-pair')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'with a key' }).waitFor()

    expect((await named('with a key')).secrets_set).to.deep.equal(['ssh_private_key'])
    await close()
  })

  it('show use and latest result, test a credential, and prevent deletion while it is used', async () => {
    const router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': 'hostname core-1\nend\n' })
    const admin = await customer.as('tenant_admin')
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/credentials' })

    await page.getByRole('row', { name: /credential-/ }).waitFor()
    await picture('credentials')
    expect(await axe('both')).to.deep.equal([])
    await page
      .getByRole('row', { name: /credential-/ })
      .getByRole('link')
      .click()
    await page.getByText('succeeded').waitFor()
    await picture('credential-one')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('dialog').getByText('queued').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('One device uses it. Assign another credential to it first.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 device uses this credential. Assign another credential first.').waitFor()
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('offer a reader no forbidden action, in French too', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, go, close } = await shown.open({ as: reader, at: '/credentials', language: 'fr' })

    await page
      .getByRole('row', { name: /credential-/ })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { name: 'Utilisés par' }).waitFor()
    await page.getByRole('link', { name: /device-/ }).waitFor()
    expect(await page.getByRole('button', { name: /Tester|Supprimer/ }).count()).to.equal(0)
    await go('/credentials/new')
    await page.getByText('Non autorisé pour votre rôle').waitFor()
    await close()
  })
})
