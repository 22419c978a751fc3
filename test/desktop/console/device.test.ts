import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { Occurrence } from '../../../service/store/models/occurrence.ts'
import { inScope } from '../../../service/store/scope.ts'
import { aDevice, must } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

describeConsole('the device page', () => {
  let shown: TestConsole
  let customer: FullScene
  let at: string

  before(async () => {
    shown = await openConsole()
    customer = await createFullScene(shown.service)
    at = `/devices/${customer.ids['device_id']}`
    const admin = await customer.as('tenant_admin')
    const change = {
      schedule: '0 2 * * 1-5',
      site: '<i>Ghent</i>',
      options: { ssh_port: 2222, legacy_algorithms: true },
    }
    must(await admin.patch(`/api${at}`, change), 200)
  })
  after(() => shown.close())

  it('shows state and reasons, versions, changes, runs, and the origin of each setting', async () => {
    const { page, axe, picture } = await shown.open({ as: await customer.as('tenant_admin'), at, height: 1400 })

    await page.getByText('A configuration differs from its pinned version.').waitFor()
    await page.getByRole('region', { name: 'Backups' }).getByText('drifted').waitFor()
    await page.getByRole('region', { name: 'Last changes' }).getByText('not reviewed').waitFor()
    await page.getByRole('region', { name: 'Last runs' }).getByText('backup').first().waitFor()
    await page.getByText('At 02:00, on working days').waitFor()
    const settings = page.getByRole('region', { name: 'Effective policies' })
    await settings.getByText('730 days').waitFor()
    await settings.getByText('by default').first().waitFor()
    await settings.getByText('108 hours').waitFor()
    await page.getByText('<i>Ghent</i>').waitFor()

    await picture('device-light')
    expect(await axe('both')).to.deep.equal([])
    await picture('device-dark')
  })

  it('tests the connection and shows each step as it happens', async () => {
    const { page, axe, picture } = await shown.open({ as: await customer.as('tenant_operator'), at })

    await page.getByRole('button', { name: 'Test connection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('waiting for an agent').waitFor()
    const job = await customer.agent.startJob()
    await customer.agent.log(job, [{ at: new Date(0).toISOString(), level: 'info', line: 'opening \u001b[31mssh' }])
    await dialog.getByText('opening ^[[31mssh').waitFor()
    const steps = [
      { name: 'connect', ok: true, duration_ms: 12.5 },
      { name: 'log in', ok: false, duration_ms: 80, detail: 'permission <denied>' },
    ]
    await customer.agent.result(job, { outcome: 'failed', error_code: 'auth_failed', report: { steps } })
    await dialog.getByText('permission <denied>').waitFor()
    await dialog.getByRole('button', { name: 'Test again' }).waitFor()

    await picture('device-test')
    expect(await axe()).to.deep.equal([])
    expect(await page.getByRole('link', { name: 'Edit' }).count()).to.equal(0)
  })

  it('edits a device with its platform’s form, and names options that will be lost', async () => {
    const { page, axe, picture } = await shown.open({
      as: await customer.as('tenant_admin'),
      at: `${at}/edit`,
      height: 1800,
    })

    await page.getByText('Saving replaces all options.').waitFor()
    expect(await page.getByLabel('Platform').isDisabled()).to.equal(true)
    await page.getByLabel('SSH port').fill('')
    await page.getByText('Saving removes this option:').waitFor()
    await page.getByLabel('Schedule').fill('0 25 * * *')
    await page.getByText('25 is not a valid hour.').waitFor()
    await page.getByLabel('Schedule').fill('*/30 * * * *')
    await page.getByText('Every 30 minutes').waitFor()
    await picture('device-edit')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('link', { name: 'Devices' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await page.getByText('Every 30 minutes').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('A configuration differs from its pinned version.').waitFor()

    const admin = await customer.as('tenant_admin')
    const { schedule, options, site } = must(await admin.get(`/api${at}`), 200)
    expect({ schedule, options, site }).to.deep.equal({
      schedule: '*/30 * * * *',
      options: { legacy_algorithms: true },
      site: '<i>Ghent</i>',
    })
  })

  it('shows missed occurrences, and no actions to a role without permissions', async () => {
    const { knex, now } = shown.service.dependencies
    const [tenantId, missedAt] = [customer.id, new Date('2026-01-01T02:00:00Z')]
    await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      Occurrence.query(trx).insert({
        ...{ tenantId, deviceId: customer.ids['device_id']!, occurrenceAt: missedAt, outcome: 'missed' },
        ...{ count: 3, lastOccurrenceAt: missedAt, recordedAt: now() },
      }),
    )
    const { page } = await shown.open({ as: await customer.as('tenant_readonly'), at })

    await page.getByText('One scheduled run did not start').click()
    await page.getByText('missed, 3 of them').waitFor()
    expect(await page.getByRole('button', { name: 'Back up now' }).count()).to.equal(0)
  })

  it('adds, decommissions and reinstates a device', async () => {
    const { page, picture } = await shown.open({
      as: await customer.as('tenant_admin'),
      at: '/devices/new',
      language: 'fr',
    })

    await page.getByLabel('Nom', { exact: false }).first().fill('web-1')
    await page.getByLabel('Adresse ou nom d’hôte').fill('192.0.2.80')
    await page.getByLabel('Plateforme').selectOption('linux_server')
    await page.getByRole('button', { name: 'Ajouter l’équipement' }).click()
    await page.getByRole('alert').first().waitFor()
    await picture('device-new')
    await page.getByLabel('Chemins absolus à sauvegarder').fill('/etc\n/srv')
    await page.getByRole('button', { name: 'Ajouter l’équipement' }).click()
    await page.getByText('Pas encore sauvegardé.').waitFor()

    await page.getByRole('button', { name: 'Retirer du service' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('web-1')
    await dialog.getByRole('button', { name: 'Retirer du service' }).click()
    await page.getByText('Les sauvegardes seront supprimées le').waitFor()
    await page.getByRole('button', { name: 'Remettre en service' }).click()
    await dialog.getByRole('button', { name: 'Remettre en service' }).click()
    await page.getByText('Pas encore sauvegardé.').waitFor()
  })

  it('asks a new device only what its platform needs, and tests the connection to it', async () => {
    const { page, axe, picture } = await shown.open({
      as: await customer.as('tenant_admin'),
      at: '/devices/new',
      height: 2000,
    })

    await page.getByLabel('Name', { exact: false }).first().fill('web-2')
    await page.getByLabel('Address or host name').fill('192.0.2.81')
    await page.getByLabel('Platform').selectOption('linux_server')
    await page.getByLabel('Absolute paths to back up').fill('/etc')
    await page.getByLabel('Presets').selectOption('At 02:00, on working days')
    expect(await page.getByLabel('Schedule', { exact: true }).inputValue()).to.equal('0 2 * * 1-5')
    expect(await page.getByLabel('Maximum size (GiB)').getAttribute('placeholder')).to.equal('256')
    await page.getByLabel('Maximum size (GiB)').fill('1.5')
    expect(await page.getByLabel(/API/).count()).to.equal(0)
    expect(await page.getByText('Saving replaces all options.').count()).to.equal(0)
    await picture('device-new-linux')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Add and test connection' }).click()
    await page.getByRole('dialog', { name: 'Test the connection to web-2' }).getByText('queued').waitFor()

    expect(new URL(page.url()).search).to.equal('')
    const admin = await customer.as('tenant_admin')
    const [device] = must(await admin.get('/api/devices?q=web-2'), 200)
    expect(device.options).to.deep.equal({ paths: ['/etc'], max_bytes: 1.5 * 2 ** 30 })
    expect(device.schedule).to.equal('0 2 * * 1-5')
  })

  it('disables and decommissions a device, and undoes both', async () => {
    const admin = await customer.as('tenant_admin')
    const { id } = must(await admin.post('/api/devices', aDevice({ name: 'undo-1' })), 201)
    const { page, axe, picture } = await shown.open({ as: admin, at: `/devices/${id}` })
    const undo = async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone').last().waitFor()
    }

    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Backups of undo-1 disabled.').waitFor()
    await page.getByRole('button', { name: 'Enable' }).waitFor()
    await picture('device-undo')
    expect(await axe('both')).to.deep.equal([])
    await undo()
    await page.getByRole('button', { name: 'Disable' }).waitFor()
    expect(must(await admin.get(`/api/devices/${id}`), 200).enabled).to.equal(true)

    await page.getByRole('button', { name: 'Decommission' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('undo-1')
    await page.getByRole('dialog').getByRole('button', { name: 'Decommission' }).click()
    await page.getByText('undo-1 is out of service.').waitFor()
    await undo()
    await page.getByRole('button', { name: 'Disable' }).waitFor()
    expect(must(await admin.get(`/api/devices/${id}`), 200).decommissioned_at).to.equal(null)
  })
})
