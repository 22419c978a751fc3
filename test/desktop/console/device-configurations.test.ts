import fs from 'node:fs'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { createScene } from '../../support/scene/scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { must } from '../../support/service.ts'

describeConsole('the configurations of a device', () => {
  const good = 'hostname edge-1\nntp server 192.0.2.7\nend\n'
  const short = 'hostname edge-1\nend\n'
  let shown: TestConsole
  let customer: AgentScene
  let doubtful: string
  let single: string
  let onlyVersion: string

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    const tenant = await createScene(shown.service.dependencies, customer)
    const ago = (minutes: number) => new Date(shown.service.dependencies.now().getTime() - minutes * 60_000)
    const device = await tenant.hasDevice({ name: 'edge-1' })
    doubtful = device.id
    await tenant.hasText(device, good, { capturedAt: ago(90), lastSeenAt: ago(75) })
    await tenant.hasText(device, short, {
      capturedAt: ago(60),
      added: 0,
      removed: 1,
      suspicious: [message('capture_shrank', { percent: 40 })],
    })
    const other = await tenant.hasDevice({ name: 'edge-2' })
    single = other.id
    onlyVersion = (await tenant.hasText(other, 'hostname edge-2\nend\n', { capturedAt: ago(60) })).id
  })

  after(() => shown?.close())

  it('show that the latest backup is suspicious, and link to the last known good version', async () => {
    const as = await customer.as('tenant_admin')
    const { page, axe, picture, close } = await shown.open({ as, at: `/devices/${doubtful}`, height: 1000 })
    const state = page.getByRole('region', { name: 'State' })
    const backups = page.getByRole('region', { name: 'Backups' })

    await state.getByText('smaller than the previous version').waitFor()
    await state.getByRole('heading', { name: 'suspicious' }).waitFor()
    await backups.getByText('suspicious', { exact: true }).waitFor()
    const sizes = backups.getByRole('table', { name: 'Size of running-config' }).getByRole('cell')
    const [, first, , last] = await sizes.allTextContents()
    expect([first, last]).to.deep.equal([String(good.length), String(short.length)])
    await picture('device-suspicious')
    expect(await axe('both')).to.deep.equal([])
    await picture('device-suspicious-dark')
    await backups.getByRole('link', { name: 'Last known good' }).click()
    await page.getByText('ntp server 192.0.2.7').waitFor()
    await close()
  })

  it('are downloaded, opened and compared from their row, and downloaded from the palette', async () => {
    const as = await customer.as('tenant_operator')
    const { page, close } = await shown.open({ as, at: `/devices/${doubtful}` })
    const saved = page.waitForEvent('download')

    await page.getByRole('button', { name: 'Download running-config' }).click()
    expect(fs.readFileSync(await (await saved).path(), 'utf8')).to.equal(short)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('download running')
    const again = page.waitForEvent('download')
    await page.getByText('Download running-config of edge-1').waitFor()
    await page.keyboard.press('Enter')
    expect(fs.readFileSync(await (await again).path(), 'utf8')).to.equal(short)
    await page.getByRole('button', { name: 'Read running-config' }).click()
    await page.getByRole('heading', { name: 'running-config of edge-1' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Compare running-config' }).click()
    await page.getByRole('heading', { name: 'Compare' }).waitFor()
    await close()
  })

  it('show who has read them, to users who may read the audit log', async () => {
    const operator = await customer.as('tenant_operator')
    must(await operator.get(`/api/artifacts/versions/${onlyVersion}/content?download=true`), 200)
    const as = await customer.as('tenant_admin')
    const { page, axe, picture, go, close } = await shown.open({ as, at: `/devices/${single}` })

    await page.getByRole('button', { name: 'Readings of running-config' }).click()
    const dialog = page.getByRole('dialog', { name: 'Who has read running-config of edge-2' })
    const row = dialog.getByRole('row', { name: /tenant_operator-/ })
    await row.getByText('downloaded').waitFor()
    await row.getByText('127.0.0.1').waitFor()
    await picture('configuration-readings')
    expect(await axe('both')).to.deep.equal([])
    await row.getByRole('link', { name: 'Open' }).click()
    await go(`/versions/${onlyVersion}/text`)
    await page.getByRole('button', { name: 'Readings of running-config' }).click()
    await dialog
      .getByRole('row', { name: /tenant_admin-/ })
      .getByText('read', { exact: true })
      .first()
      .waitFor()
    await close()
  })

  it('open in the reader if there is only one version, in French too', async () => {
    const as = await customer.as('tenant_readonly')
    const { page, go, picture, close } = await shown.open({
      as,
      at: `/devices/${single}`,
      language: 'fr',
      theme: 'dark',
    })

    await page.getByRole('link', { name: 'une version' }).click()
    await page.getByRole('heading', { name: 'running-config de edge-2' }).waitFor()
    await go(`/devices/${single}`)
    await page.getByRole('button', { name: 'Lire running-config' }).waitFor()
    expect(await page.getByRole('button', { name: /^(Comparer|Télécharger) running-config/ }).count()).to.equal(0)
    await picture('device-one-version')
    await go(`/versions/${onlyVersion}`)
    await page.getByRole('heading', { name: 'running-config de edge-2' }).waitFor()
    await close()
  })
})
