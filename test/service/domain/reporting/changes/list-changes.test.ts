import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import type { ActionContext } from '../../../../../service/domain/kernel/context.ts'
import { type ChangeFilter, listChanges } from '../../../../../service/domain/reporting/changes/list-changes.ts'
import type { ScopedTransaction } from '../../../../../service/store/scope.ts'
import { createBareLineage } from '../../../../support/scene/rows.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'

/** More lineages of one device than are queried individually, which change every minute; and one of another device. */
describe('the changes of selected devices', () => {
  let service: TestService
  let customer: Scene
  let rare: string[]
  before(async () => {
    service = await startTestService()
    customer = await createScene(service.dependencies)
    const [busy, calm] = [await customer.hasDevice(), await customer.hasDevice()]
    const at = (minutes: number) => new Date(service.dependencies.now().getTime() - minutes * 60_000)
    const versions = [
      { capturedAt: at(9_000) },
      { capturedAt: at(8_000), suspicious: [message('last_section_missing')] },
    ]
    await createBareLineage(service.dependencies, { id: busy.id, tenant_id: customer.id }, versions, { key: 'pattern' })
    await customer.inTransaction(async ({ trx }) => {
      await trx('devices').where({ id: busy.id }).update({ site: 'busy', platform: 'netco_nxos' })
      await trx('devices').where({ id: calm.id }).update({ site: 'calm' })
      await manyLike(trx, 'pattern')
    })
    const own = { id: calm.id, tenant_id: customer.id }
    const calmVersions = [{ capturedAt: at(9_000) }, { capturedAt: at(7_500) }, { capturedAt: at(7_000) }]
    const { versionIds } = await createBareLineage(service.dependencies, own, calmVersions, { key: 'calm-key' })
    rare = versionIds.slice(1).reverse()
    await createBareLineage(service.dependencies, own, [{ capturedAt: at(6_000) }], { key: 'never-changed' })
    await customer.inTransaction(({ trx }) => setFirsts(trx))
    await service.db.owner.raw('analyze')
  })
  after(() => service.close())

  it('that are rare are found without reading all others', async () => {
    for (const filter of [
      { sites: ['calm'] },
      { keys: ['calm-key'] },
      { platforms: ['netco_iosxe'], sites: ['calm'] },
    ]) {
      const { ids, versionsRead } = await changesOf(filter)

      expect(ids, JSON.stringify(filter)).to.deep.equal(rare)
      expect(versionsRead, JSON.stringify(filter)).to.be.lessThan(lineages / 2)
    }
    for (const filter of [{ sites: ['nowhere'] }, { keys: ['never-changed'] }, { suspicious: true, sites: ['calm'] }]) {
      expect(await changesOf(filter), JSON.stringify(filter)).to.deep.include({ ids: [] })
    }
  })

  it('that are many have the same order and filters', async () => {
    const all = await changesOf({})
    const ofSite = await changesOf({ sites: ['busy'] })
    const ofPlatform = await changesOf({ platforms: ['netco_nxos'], keys: ['pattern'] })
    const suspicious = await changesOf({ sites: ['busy'], suspicious: true })

    expect(ofSite.ids).to.have.length(100)
    expect(ofSite.ids).to.deep.equal(all.ids.filter((id) => !rare.includes(id)))
    expect(ofPlatform.ids).to.have.length(1)
    expect(suspicious.ids).to.deep.equal(ofPlatform.ids)
  })

  it('that are suspicious are found without reading the others', async () => {
    const { ids, versionsRead } = await changesOf({ suspicious: true })

    expect(ids).to.have.length(1)
    expect(versionsRead).to.be.lessThan(lineages / 2)
  })

  /** Returns the first hundred. */
  async function changesOf(filter: ChangeFilter): Promise<{ ids: string[]; versionsRead: number }> {
    let versionsRead = 0
    const { keys } = service.dependencies
    const inTransaction = <T>(work: (call: ActionContext) => Promise<T>) =>
      customer.inTransaction(async (call) => {
        const before = await readOfVersions(call.trx)
        const found = await work(call)
        versionsRead += (await readOfVersions(call.trx)) - before
        return found
      })
    const found = await listChanges({ inTransaction, keys, readsSecrets: true }, filter, { limit: 100, after: null })
    return { ids: found.map(({ record }) => record.version.id), versionsRead }
  }
})

const lineages = 1_200

/** Adds lineages like this one, with versions one minute later each. */
async function manyLike(trx: ScopedTransaction, key: string): Promise<void> {
  await trx.raw(`create temp table made on commit drop as
    select uuidv7() as lineage_id, n from generate_series(1, ${lineages}) n`)
  await trx.raw(
    `insert into artifacts (id, tenant_id, device_id, key, transport, kind, created_at)
     select lineage_id, tenant_id, device_id, 'made-' || n, transport, kind, created_at from made, artifacts where key = ?`,
    [key],
  )
  await trx.raw(
    `insert into versions (id, tenant_id, artifact_id, device_id, job_id, captured_at, last_seen_at, fingerprint,
       normalised_fingerprint, normaliser_revision, content, size_bytes, lab_mode, host_not_compared)
     select uuidv7(), v.tenant_id, lineage_id, v.device_id, job_id, captured_at + n * interval '1 minute', last_seen_at,
       v.id || '-' || n, v.id || '-' || n, normaliser_revision, content, size_bytes, lab_mode, host_not_compared
     from made, versions v join artifacts a on a.id = v.artifact_id where a.key = ?`,
    [key],
  )
}

/** Sets the columns that a commit writes: a lineage's first version, and whether a version changed. */
async function setFirsts(trx: ScopedTransaction): Promise<void> {
  await trx.raw(`update versions v set is_first = not exists (
    select from versions p where p.artifact_id = v.artifact_id and p.captured_at < v.captured_at)`)
  await trx.raw(`update artifacts a set has_changes = exists (
    select from versions v where v.artifact_id = a.id and not v.is_first)`)
}

async function readOfVersions(trx: ScopedTransaction): Promise<number> {
  const { rows } = await trx.raw(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
     from pg_stat_xact_user_tables where relname = 'versions'`,
  )
  return rows[0].read
}
