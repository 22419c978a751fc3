import fs from 'node:fs'
import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { recountLocks } from '../../../service/domain/repository/object-lock/recount-locks.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { hasLock, pretendToLock } from '../../support/object-locks.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { message } from '../../../shared/messages/message.ts'

const dayMs = 86_400_000
const mib = 2 ** 20

describeConsole('the storage pages', () => {
  let shown: TestConsole
  let customer: AgentScene
  const room = { total: 1000 * mib, free: 90 * mib }
  let isAway = false

  before(async () => {
    shown = await openConsole({
      wrapStore: (store) => ({
        ...store,
        room: () => Promise.resolve(room),
        check: () => (isAway ? Promise.reject(new Error('away')) : store.check()),
      }),
    })
    customer = await createAgentScene(shown.service, 'northwind')
    const router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': 'hostname core-1\nend\n' })
    await shown.service.hasTenant('globex')
    const now = shown.service.dependencies.now()
    const before = (days: number) => new Date(now.getTime() - days * dayMs)
    await inScope(shown.service.dependencies.knex, { kind: 'platform' }, async (trx) => {
      const samples = Array.from({ length: 40 }, (_, day) => ({
        sampled_at: before(40 - day),
        stored: (100 + day) * mib,
      }))
      for (const tenant_id of [null, customer.id]) {
        await trx('storage_samples').insert(samples.map((one) => ({ ...one, id: randomUUIDv7(), tenant_id })))
      }
      const damage = { damaged_at: before(1), damage_kind: 'chunk', damage: 'a <i>chunk</i> does not open' }
      await trx('packs').where({ tenant_id: customer.id }).update(damage)
      await trx('policy_runs').insert({
        id: randomUUIDv7(),
        tenant_id: customer.id,
        kind: 'sweep',
        started_at: before(0.5),
        finished_at: before(0.5),
        outcome: 'stopped',
        reason: JSON.stringify(
          message('backup_unreadable', { detail: message('legacy_text', { text: '<b>by day</b>' }) }),
        ),
        counts: JSON.stringify({ packs: 11, bytes: 7 * mib }),
      })
    })
  })

  after(() => shown?.close())

  it('show usage, growth and forecast as a chart, by keyboard and as a table', async () => {
    const { page, axe, picture, go, close } = await shown.open({
      as: customer.admin,
      at: '/storage',
      now: shown.service.dependencies.now(),
      width: 1440,
      height: 900,
    })

    await page.getByText('used of').waitFor()
    const kept = page.getByRole('region', { name: 'Storage used' })
    await kept.getByText('Measured from daily samples.').waitFor()
    expect(await kept.locator('.part', { hasText: 'Growth' }).innerText()).to.match(/1(?:\.0)? MiB\s*a day/)
    const chart = page.getByRole('slider', {
      name: /Stored: 100 MiB on .* 139 MiB now. Forecast/,
    })
    await page.locator('.time-chart canvas').waitFor()
    await chart.press('Home')
    expect(await chart.getAttribute('aria-valuetext')).to.match(/: 100 MiB$/)
    await chart.press('End')
    expect(await chart.getAttribute('aria-valuetext')).to.match(/MiB, expected$/)
    await page.getByText('Show as table').click()
    await page.getByRole('cell', { name: '101 MiB' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download data:/ }).click(),
    ])
    const lines = fs.readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(lines[0]).to.equal('\ufeffDay,Value (bytes),Forecast (bytes)')
    expect(lines[1]).to.match(/^\d+ \w{3} \d{4},104857600,$/)
    expect(lines.at(-2)).to.match(/^\d+ \w{3} \d{4},,\d+$/)
    await page
      .getByText(/<b>by day<\/b>/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'core-1' }).or(page.getByText('running-config')).first().waitFor()
    await picture('storage')
    expect(await axe('both')).to.deep.equal([])
    await go('/storage/duties?outcome=stopped') // the former address of /storage/maintenance
    await page.getByRole('row', { name: 'Garbage collection' }).waitFor()
    await picture('storage-maintenance')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('preview a purge, and confirm it with the customer’s short name', async () => {
    const { page, axe, picture, close } = await shown.open({ as: customer.admin, at: '/storage?customer=northwind' })

    await page.getByText('One damaged object').waitFor()
    await page.getByText('a <i>chunk</i> does not open').waitFor()
    await page.getByText('Wrapped keys').scrollIntoViewIfNeeded()
    await picture('storage-integrity')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Preview deletions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Purge the storage of' })
    await dialog.getByText('Retention removes').waitFor()
    await picture('storage-purge')
    expect(await axe('both')).to.deep.equal([])
    const yes = dialog.getByRole('button', { name: 'Purge' })
    expect(await yes.isDisabled()).to.equal(true)
    await dialog.getByRole('textbox').fill('northwind')
    await yes.click()
    await page.getByText('Purge started.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'View progress' }).click()
    await page.locator('[aria-current=true]', { hasText: 'Storage purge' }).waitFor()
    await close()
  })

  it('show the object lock, the number of unlocked objects and the first expiry', async () => {
    const { service } = shown
    const { page, axe, picture, close } = await shown.open({ as: customer.admin, at: '/storage' })
    const card = page.getByRole('region', { name: 'Object lock', exact: true })

    await card.getByText('Write access to the object store is enough to delete backups.').waitFor()
    const lockNoMore = pretendToLock(service)
    await page.reload()
    await card.getByText('on, not counted yet').waitFor()
    await hasLock(service, customer, 'pack')
    await recountLocks(service.dependencies, 0)
    await page.reload()
    await card.getByText('not everything is locked').waitFor()
    await card.scrollIntoViewIfNeeded()
    await picture('storage-object-lock')
    const facts = (await card.locator('dl').innerText()).replace(/\s+/g, ' ')
    const faults = await axe('both')
    await hasLock(service, customer, 'manifest')
    await recountLocks(service.dependencies, 0)
    const french = await shown.open({ as: customer.admin, at: '/storage', language: 'fr' })
    const lockedCard = french.page.getByRole('region', { name: 'Verrouillage d’objets' })
    await lockedCard
      .getByText('Aucune clé d’accès ne permet de supprimer un objet verrouillé ni de raccourcir son verrou.')
      .waitFor()
    const frenchFacts = (await lockedCard.locator('dl').innerText()).replace(/\s+/g, ' ')
    lockNoMore()

    expect(facts).to.match(/^Mode Compliance Locked 1 Not locked yet 1 First lock ends .+ in (6|7) days Counted .*\d/)
    expect(frenchFacts).to.match(/^Mode Conformité \(compliance\) Verrouillés 2 Pas encore verrouillés 0 Fin du premier verrou .+ dans (6|7) j Compté .*\d/) // prettier-ignore
    expect(faults).to.deep.equal([])
    await french.close()
    await close()
  })

  it('report an unavailable store, and show a reader only their customer’s usage, in French', async () => {
    isAway = true
    const reader = await customer.as('tenant_readonly')
    const { page, axe, close } = await shown.open({ as: reader, at: '/storage', language: 'fr', theme: 'dark' })

    await page.getByText('Le stockage d’objets ne répond pas en une seconde').waitFor()
    await page.getByRole('heading', { name: 'Stocké, jour après jour' }).waitFor()
    await page.getByRole('heading', { name: 'Tâches de maintenance' }).waitFor()
    expect(await page.getByText('Espace disque').count()).to.equal(0)
    expect(await page.getByRole('heading', { name: 'Intégrité' }).count()).to.equal(0)
    for (const name of ['Purger', 'Mesurer', 'Prévisualiser']) {
      expect(await page.getByRole('button', { name }).count()).to.equal(0)
    }
    expect(await axe()).to.deep.equal([])
    isAway = false
    await close()
  })
})
