import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { startupOf } from '../../../../support/startup-code.ts'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import { rebuildIndex } from '../../../../../service/domain/recovery/rebuild/rebuild-index.ts'
import { changeMasterKey } from '../../../../../service/domain/recovery/keys/change-master-key.ts'
import { sealTombstones } from '../../../../../service/domain/recovery/keys/seal-tombstones.ts'
import {
  TombstoneDecider,
  type TombstoneDecisions,
} from '../../../../../service/domain/inventory/tenants/tombstone-decisions.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import type { ObjectStore } from '../../../../../service/objects/object-store.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type TestDatabase, emptyDatabase } from '../../../../support/database.ts'
import { withoutDestructionDelay } from '../../../../support/delays.ts'
import { dumpOf, inOne } from '../../../../support/dump-of.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'
import { type FullScene, createFullScene } from '../../../../support/scene/full-scene.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

describe('a tombstone in the object store', () => {
  let service: TestService
  let store: ObjectStore
  let admin: Client
  let customer: FullScene
  const targets: TestDatabase[] = []

  beforeEach(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = disk) })
    admin = await service.as('platform_admin')
    customer = await createFullScene(service)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('destructions').delete())
    await withoutDestructionDelay(service)
  })
  afterEach(async () => {
    for (const target of targets.splice(0)) await target.drop()
    await service.close()
  })

  const object = () => `tenants/${customer.id}/tombstone`
  const put = (text: string) => store.put(object(), Buffer.from(text))
  const destroy = (id = customer.id, confirm = customer.slug) =>
    admin.post(`/api/tenants/${id}/destroy-key`, { confirm }).then((answer) => must(answer, 200))
  const unsealed = (facts = {}) =>
    JSON.stringify({ tenant_id: customer.id, keys_destroyed_at: '2026-01-01T00:00:00.000Z', ...facts })
  const stored = async () => (await store.get(object())).toString()

  async function restore(dump: Buffer, decisions?: TombstoneDecisions, masterKey = service.dependencies.masterKey) {
    const target = await emptyDatabase()
    targets.push(target)
    const { now } = service.dependencies
    const parts = { owner: target.owner, masterKey, store, now: now(), ...(decisions && { decisions }) }
    const outcome = await restoreDump(parts, inOne(dump)).catch((error: Error) => error)
    const found = await inScope(target.knex, { kind: 'platform' }, async (trx) => ({
      tenants: await trx('tenants').pluck('slug'),
      key: await trx('tenant_keys').where({ tenant_id: customer.id }).first(),
      decided: await trx('audit').where({ action: 'tombstone.decide' }).select('object_id', 'detail'),
    }))
    return { outcome, ...found }
  }

  async function rebuildWithoutDatabase(tombstones: TombstoneDecider, masterKey = service.dependencies.masterKey) {
    const other = await startTestService({ wrapStore: () => store, masterKey, now: service.dependencies.now() })
    const { knex, workers, now } = other.dependencies
    const parts = { knex, keys: createKeyring(knex, masterKey), store, masterKey, workers, now, dryRun: false }
    const counts = await rebuildIndex({ ...parts, tombstones, onSkipped: () => undefined })
    const decided = await inScope(knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ action: 'tombstone.decide' }),
    )
    await other.close()
    return { counts, decided }
  }

  function seal(): Promise<number> {
    const { keys } = service.dependencies
    return sealTombstones({ runInSystemTransaction: systemTransactions(service.dependencies), keys, store })
  }

  it('that was forged is ignored by a restore, which stops with a question', async () => {
    const dump = await dumpOf(service)
    await put(unsealed({ deleted: true }))

    const { outcome, tenants } = await restore(dump)

    const found = message('tombstone_found', { customer: customer.slug, object: object(), meaning: 'deleted' })
    expect(startupOf(outcome)).to.deep.equal(
      message('decisions_needed', { result: 'nothing_restored', tombstones: [found] }),
    )
    expect(tenants).to.deep.equal([])
  })

  it('that was forged is removed on the operator’s decision, which is audited', async () => {
    const dump = await dumpOf(service)
    await put('nonsense')

    const { outcome, key, decided } = await restore(dump, { destroyed: [], notDestroyed: [customer.slug] })

    expect(outcome).to.deep.include({ destroyed: [] })
    expect(key.destroyed_at).to.equal(null)
    expect(decided).to.deep.equal([{ object_id: customer.id, detail: { decision: 'ignore', slug: customer.slug } }])
    expect(await store.head(object())).to.equal(null)
  })

  it('without a seal is applied on the operator’s decision, which is audited', async () => {
    const dump = await dumpOf(service)
    await put(unsealed())

    const { outcome, key, decided } = await restore(dump, { destroyed: [customer.id], notDestroyed: [] })

    expect(outcome).to.deep.include({ destroyed: [customer.slug] })
    expect(key.bundle).to.have.length(0)
    expect(decided).to.deep.equal([{ object_id: customer.id, detail: { decision: 'obey', slug: customer.slug } }])
  })

  it('that was copied from another tenant or changed is ignored', async () => {
    const other = await service.hasTenant()
    const dump = await dumpOf(service)
    await destroy(other.id, other.slug)
    const genuine = (await store.get(`tenants/${other.id}/tombstone`)).toString()
    const changed = genuine.replace('"seals"', '"deleted":true,"seals"')

    for (const text of [genuine, genuine.replaceAll(other.id, customer.id)]) {
      await put(text)
      expect(String((await restore(dump)).outcome), text).to.include(`${customer.slug} (`)
    }
    await store.delete(object())
    await store.put(`tenants/${other.id}/tombstone`, Buffer.from(changed))
    expect(String((await restore(dump)).outcome)).to.include(`${other.slug} (`)
  })

  it('that is genuine is applied, and no decision of the operator overrules it', async () => {
    const dump = await dumpOf(service)
    await destroy()

    const asked = await restore(dump, { destroyed: [], notDestroyed: [customer.slug] })
    const { outcome, key, decided } = await restore(dump)

    expect(String(asked.outcome)).to.include('which has no unsealed tombstone')
    expect(outcome).to.deep.include({ destroyed: [customer.slug] })
    expect([key.bundle.length, decided]).to.deep.equal([0, []])
  })

  it('without a seal is sealed by the nightly task only if the database confirms it', async () => {
    const [live, deleted] = [await service.hasTenant(), await service.hasTenant()]
    const dump = await dumpOf(service)
    await destroy()
    await put(unsealed())
    await store.put(`tenants/${live.id}/tombstone`, Buffer.from(unsealed()))
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('destructions').insert({
        ...{ id: deleted.id, tenant_id: anotherId(deleted.id), kind: 'tenant', slug: 'gone', name: 'gone' },
        ...{ state: 'done', requested_by: 'x', requested_at: new Date(), due_at: new Date(), started_at: new Date() },
      }),
    )

    const counts = [await seal(), await seal()]

    expect(counts).to.deep.equal([2, 0])
    expect(JSON.parse(await stored()).seals).to.have.length(2)
    expect((await store.get(`tenants/${live.id}/tombstone`)).toString()).to.equal(unsealed())
    await store.delete(`tenants/${live.id}/tombstone`)
    expect((await restore(dump)).outcome).to.deep.include({ destroyed: [customer.slug] })
  })

  it('stays readable after a master key change, for older dumps and without a database', async () => {
    const { knex, masterKey, now } = service.dependencies
    const dump = await dumpOf(service)
    await destroy()
    const to = randomBytes(32)

    await changeMasterKey(knex, store, { from: masterKey, to, now: now() })

    const later = JSON.parse(await stored())
    const lost = await rebuildWithoutDatabase(new TombstoneDecider(), to)
    expect(later.seals).to.have.length(2) // no seal of the former master key
    expect((await restore(dump)).outcome).to.deep.include({ destroyed: [customer.slug] })
    expect(lost.counts).to.deep.include({ destroyed: 1, undecided: 0, customers_added: 0 })
  })

  it('keeps no seal of the former master key', async () => {
    const { knex, masterKey, now } = service.dependencies
    await destroy()

    await changeMasterKey(knex, store, { from: masterKey, to: randomBytes(32), now: now() })

    const { counts } = await rebuildWithoutDatabase(new TombstoneDecider())
    expect(counts).to.deep.include({ destroyed: 0, undecided: 1 })
  })

  it('stays readable when a master key change is interrupted at any object', async () => {
    const { knex, masterKey, now } = service.dependencies
    const dump = await dumpOf(service)
    await destroy()
    const to = randomBytes(32)
    for (let at = 1; at <= 2; at++) {
      let puts = 0
      const failing: ObjectStore = {
        ...store,
        put: (key, bytes) => (++puts === at ? Promise.reject(new Error('killed')) : store.put(key, bytes)),
      }
      const failed = await failureOf(changeMasterKey(knex, failing, { from: masterKey, to, now: now() }))
      expect(failed).to.be.instanceOf(Error)
      expect((await restore(dump)).outcome).to.deep.include({ destroyed: [customer.slug] })
    }
  })

  it('that was forged blocks only its own tenant in a rebuild, until a decision', async () => {
    const other = await createFullScene(service)
    await put(unsealed())
    const undecided = new TombstoneDecider()

    const asked = await rebuildWithoutDatabase(undecided)
    const before = await store.head(object())
    const decided = await rebuildWithoutDatabase(new TombstoneDecider({ destroyed: [], notDestroyed: [customer.id] }))

    expect(asked.counts).to.deep.include({ undecided: 1, destroyed: 0, customers_added: 1 })
    expect(undecided.undecided.map(({ params }) => params.customer)).to.deep.equal([customer.id])
    expect(customer.id).not.to.equal(other.id)
    expect(before).not.to.equal(null)
    expect(decided.counts).to.deep.include({ undecided: 0, destroyed: 0, customers_added: 2 })
    expect(decided.decided).to.have.length(1)
    expect(await store.head(object())).to.equal(null)
  })
})

function anotherId(id: string): string {
  return id.replace(/^..../, 'ffff')
}
