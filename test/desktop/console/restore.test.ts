import { expect } from 'chai'
import { Job } from '../../../service/store/models/job.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { createPendingCommit, createRestorableVersion, wholeConfiguration } from '../../support/scene/restorable.ts'
import { createScene } from '../../support/scene/scene.ts'
import type { Customer } from '../../support/service.ts'

describeConsole('the restore pages', () => {
  let shown: TestConsole
  let customer: Customer
  let versionId: string
  let deviceId: string

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    const capturedAt = new Date(shown.service.dependencies.now().getTime() - 3_600_000)
    const { device, version } = await createRestorableVersion(shown.service, customer, {
      device: { name: 'edge-1<b>' },
      capturedAt,
    })
    versionId = version.id
    deviceId = device.id
    const tenant = await createScene(shown.service.dependencies, customer)
    await tenant.hasText(device, wholeConfiguration.replace('host-name r1', 'host-name "<i>r2</i>"'), {
      key: 'configuration-conf',
      added: 1,
      removed: 1,
    })
  })

  after(() => shown?.close())

  it('show the changes and failed preconditions, and start once however often clicked', async () => {
    const admin = await customer.as('tenant_admin')
    const { page, axe, picture, go, close } = await shown.open({
      as: admin,
      at: `/restore?version=${versionId}`,
      width: 1440,
      height: 900,
    })

    await page.getByText('host-name "<i>r2</i>"').waitFor()
    await page.getByText('All met').waitFor()
    const button = page.getByRole('button', { name: 'Replace the configuration of edge-1<b>' })
    await page.getByLabel('Type LOAD OVERRIDE').fill('load override')
    expect(await button.isDisabled()).to.equal(true)
    await picture('restore-request')
    expect(await axe('both')).to.deep.equal([])

    await page.getByLabel('Type LOAD OVERRIDE').fill('LOAD OVERRIDE')
    await button.dblclick()
    await page.getByRole('heading', { name: 'Waiting for an agent' }).waitFor()
    const { body: runs } = await admin.get(`/api/runs?device_id=${deviceId}&kind=restore`)
    expect(runs).to.have.lengthOf(1)
    const operator = await shown.service.as('platform_operator')
    const platform = await shown.open({ as: operator, at: `/restore/${runs[0].id}` })
    await platform.page.getByRole('button', { name: 'Cancel the restore' }).click()
    await platform.page.getByRole('heading', { name: 'Cancelled' }).waitFor()
    await platform.close()
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
    expect(await axe('both')).to.deep.equal([])

    await admin.put(`/api/restore/policy/device?device_id=${deviceId}`, { restore_policy: 'deny' })
    await go(`/restore?version=${versionId}`)
    await page.getByText('A policy denies restores of this device').waitFor()
    expect(await page.getByLabel('Type LOAD OVERRIDE').isDisabled()).to.equal(true)
    await close()
  })

  it('count down for users who can confirm, and show the outcome', async () => {
    const waiting = await createPendingCommit(shown.service, customer)
    const other = await customer.as('tenant_admin')
    const { page, axe, picture, close } = await shown.open({ as: other, at: '/restore', width: 1440, height: 900 })

    const card = page.getByRole('region', { name: 'One restore awaits confirmation' })
    await card.getByText('started by somebody').waitFor()
    expect(await card.getByRole('timer').innerText()).to.match(/^(10:00|9:5\d)$/)
    await picture('restore-list')
    expect(await axe('both')).to.deep.equal([])
    await card.getByRole('link', { name: 'Check and confirm' }).click()
    await page.getByRole('heading', { name: 'The device runs this configuration. Does everything work?' }).waitFor()
    await picture('restore-one')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Confirm – keep this configuration' }).click()
    await page.getByRole('button', { name: 'Confirming…' }).waitFor()
    await page.getByRole('radio', { name: 'Confirmation' }).waitFor({ state: 'attached' })

    const { inTransaction } = await createScene(shown.service.dependencies, customer)
    const ended = { status: 'succeeded', finishedAt: shown.service.dependencies.now() } as const
    await inTransaction(({ trx }) => Job.query(trx).where({ restoreId: waiting.id }).patch(ended).execute())
    const free = { ...ended, confirmUntil: null, heldUntil: null }
    await inTransaction(({ trx }) => Job.query(trx).findById(waiting.id).patch(free).execute())
    await page.getByRole('heading', { name: 'Confirmed: the device keeps this configuration' }).waitFor()
    await close()
  })

  it('show a reader the restores without actions', async () => {
    const waiting = await createPendingCommit(shown.service, customer)
    const reader = await customer.as('tenant_readonly')
    const { page, go, axe, close } = await shown.open({ as: reader, at: '/restore', language: 'fr', theme: 'dark' })

    await page.getByRole('row', { name: /annulée/ }).waitFor()
    await go(`/restore/${waiting.id}`)
    await page.getByRole('heading', { name: 'L’équipement utilise cette configuration' }).waitFor()
    expect(await page.getByRole('button', { name: /Confirmer/ }).count()).to.equal(0)
    expect(await axe('dark')).to.deep.equal([])
    await go(`/restore?version=${versionId}`)
    await page.getByText('Non autorisé pour votre rôle').waitFor()
    await close()
  })
})
