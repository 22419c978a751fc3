import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'

describeConsole('the settings and status pages', () => {
  let shown: TestConsole
  let customer: AgentScene

  before(async () => {
    shown = await openConsole({ environment: { BKP_TIMEZONE: 'Europe/Paris' } })
    customer = await createAgentScene(shown.service, 'northwind')
  })

  after(() => shown?.close())

  it('change settings, and show start-up settings and differences from the default', async () => {
    const { page, axe, picture, close } = await shown.open({
      as: customer.admin,
      at: '/settings',
      height: 900,
      width: 1440,
    })

    const low = page.getByLabel('Warn when free disk space falls below (%)')
    await low.waitFor()
    expect(await low.inputValue()).to.equal('10')
    await page.getByText('Europe/Paris').waitFor()
    await page.getByText('changed (default: UTC)').waitFor()
    await low.fill('99')
    await page.getByRole('button', { name: 'Save' }).first().click()
    expect(await low.evaluate((input: HTMLInputElement) => input.validity.valid)).to.equal(false)
    await low.fill('20')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved. It applies to every replica at once.').waitFor()
    await page.getByText('changed (default: 10)', { exact: true }).waitFor()
    const { body } = await customer.admin.get('/api/settings')
    expect(body.storage_low_percent).to.equal(20)
    await picture('settings')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('set the mail server, never show its password, and show what a test mail results in', async () => {
    const { page, axe, picture, close } = await shown.open({
      as: customer.admin,
      at: '/settings',
      language: 'fr',
      theme: 'dark',
      width: 390,
    })
    const card = page.getByRole('region', { name: 'Serveur de messagerie' })
    const field = (name: string) => card.getByRole('textbox', { name })
    const kept = card.getByText('Laissez vide pour conserver le mot de passe enregistré.')

    await card.getByText('Aucun serveur n’est défini').waitFor()
    expect(await kept.count()).to.equal(0)
    await field('Serveur').fill('mail.example.net')
    await field('Adresse de l’expéditeur').fill('coffer@example.net')
    await field('Nom d’utilisateur').fill('coffer')
    await card.getByRole('button', { name: 'Enregistrer' }).click()
    await card.getByRole('alert').waitFor()
    await card.getByLabel('Mot de passe', { exact: true }).fill('words for the mail server')
    await card.getByRole('button', { name: 'Enregistrer' }).click()
    await kept.waitFor()
    expect(await card.getByLabel('Mot de passe', { exact: true }).inputValue()).to.equal('')
    await picture('mail-server-fr')
    const barriers = await axe('both')
    await card.getByLabel('Chiffrement').selectOption('none')
    await field('Serveur').fill('127.0.0.1')
    await field('Nom d’utilisateur').fill('')
    await card.getByLabel('Port').fill('9')
    await card.getByRole('button', { name: 'Enregistrer' }).click()
    await kept.waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Envoyer un e-mail de test' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await dialog.getByText('L’e-mail n’a pas été envoyé').waitFor()
    await dialog.getByText('127.0.0.1', { exact: false }).waitFor()
    await picture('mail-server-test-fr')
    barriers.push(...(await axe('both')))

    expect(barriers).to.deep.equal([])
    await close()
  })

  it('show the state of service, agents, maintenance tasks and metrics', async () => {
    const { page, axe, picture, close } = await shown.open({
      as: customer.admin,
      at: '/status',
      height: 900,
      width: 1440,
    })

    const service = page.getByRole('region', { name: 'Service', exact: true })
    await service.getByText('ready', { exact: true }).waitFor()
    await service.getByText('active').waitFor()
    await service.getByText(/^\d+\.\d+\.\d+$/).waitFor()
    await page.getByRole('heading', { name: 'Maintenance tasks' }).waitFor()
    await page.getByLabel('Search by name, label or description').fill('coffer_agents northwind online')
    await page.getByRole('row', { name: /coffer_agents customer=northwind, status=online/ }).waitFor()
    await page.route('**/ready', (route) =>
      route.fulfill({ json: { status: 'ready', database: 'answers', isolation: 'active', object_store: 'silent' } }),
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await service.getByText('degraded').waitFor()
    await picture('status')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('hide settings without permission, and processes from customer users', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, go, axe, close } = await shown.open({ as: reader, at: '/settings', language: 'fr', theme: 'dark' })

    await page.getByText('Non autorisé pour votre rôle').waitFor()
    await go('/status')
    await page.getByText('prêt', { exact: true }).waitFor()
    expect(await page.getByText('Mémoire').count()).to.equal(0)
    expect(await page.getByText('Certificat', { exact: true }).count()).to.equal(0)
    expect(await axe()).to.deep.equal([])
    await close()
  })
})
