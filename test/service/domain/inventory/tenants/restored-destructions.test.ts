import { expect } from 'chai'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import { carryOutDestructions } from '../../../../../service/domain/recovery/destruction/carry-out.ts'
import type { ObjectStore } from '../../../../../service/objects/object-store.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { emptyDatabase } from '../../../../support/database.ts'
import { dumpOf, inOne } from '../../../../support/dump-of.ts'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'
import { type FullScene, createFullScene } from '../../../../support/scene/full-scene.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000

describe('a destruction that was pending in a restored dump', () => {
  const services: TestService[] = []
  let service: TestService
  let store: ObjectStore
  let admin: Client
  let doomed: FullScene

  beforeEach(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = disk) })
    services.push(service)
    admin = await service.as('platform_admin')
    doomed = await createFullScene(service)
    // the row without effect
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('destructions').delete())
  })
  afterEach(async () => {
    for (const one of services.splice(0)) await one.close()
  })

  const destroyKeys = async (by: Client) =>
    must(await by.post(`/api/tenants/${doomed.id}/destroy-key`, { confirm: doomed.slug }), 202).destruction
  const deleteTenant = async () => must(await admin.delete(`/api/tenants/${doomed.id}?confirm=${doomed.slug}`), 202)

  async function carryOut({ dependencies }: TestService): Promise<string[]> {
    const { knex, keys, serviceKeys, now } = dependencies
    const runInSystemTransaction = systemTransactions(dependencies)
    const ends: string[] = []
    const readClock = () => Promise.resolve(now())
    await carryOutDestructions(
      { knex, keys, serviceKeys, store, now, runInSystemTransaction, readClock },
      (_one, outcome) => {
        ends.push(outcome instanceof Error ? outcome.message : outcome.outcome)
      },
    )
    return ends
  }

  /** The keys are missing since the restore; the rest is deleted once a user has confirmed the database. */
  async function carryOutAgain(after: TestService, platform: Client): Promise<string[]> {
    const marked = await carryOut(after)
    must(await platform.delete('/api/storage/restored'), 200)
    after.advance(11 * 60_000)
    return [...marked, ...(await carryOut(after))]
  }

  async function restored(dump: Buffer) {
    const db = await emptyDatabase()
    const { masterKey, now } = service.dependencies
    const facts = await restoreDump({ owner: db.owner, masterKey, store, now: now() }, inOne(dump))
    const after = await startTestService({ db, masterKey, now: now(), wrapStore: () => store })
    services.push(after)
    return { after, facts, platform: await after.as('platform_admin') }
  }

  const contentPath = () => `/api/artifacts/versions/${doomed.ids['version_id']}/content?tenant=${doomed.id}`
  const certificateOf = async (by: Client, id: string) =>
    must(await by.get(`/api/destructions/${id}/certificate`), 200).certificate

  for (const [what, request] of [
    ['of keys', () => destroyKeys(admin)],
    ['of a tenant', () => deleteTenant()],
  ] as const) {
    it(`${what} is withdrawn, shown as such, and never executed automatically`, async () => {
      const { id } = await request()
      const dump = await dumpOf(service)
      service.advance(dayMs)
      const { after, facts, platform } = await restored(dump)
      after.advance(30 * dayMs)

      const marked = await carryOut(after)
      must(await platform.delete('/api/storage/restored'), 200)
      const cleared = await carryOut(after)

      const shown = must(await platform.get(`/api/destructions/${id}`), 200)
      expect(facts.withdrawn).to.deep.equal([doomed.slug])
      expect(facts.destroyed).to.deep.equal([])
      expect([marked, cleared]).to.deep.equal([[], []])
      expect(shown).to.include({ state: 'withdrawn', withdrawn_by: 'restore of a dump' })
      expect((await platform.get(contentPath())).status).to.equal(200)
      expect((await destroyKeys(platform)).state).to.equal('pending') // it can be requested again
    })
  }

  it('of keys that was executed since is repeated with its original certificate', async () => {
    const { id } = await destroyKeys(admin)
    const dump = await dumpOf(service)
    service.advance(7 * dayMs)
    await carryOut(service)
    const first = await certificateOf(admin, id)

    const { after, facts, platform } = await restored(dump)
    const ends = await carryOutAgain(after, platform)

    expect(facts.destroyed).to.deep.equal([doomed.slug])
    expect(facts.withdrawn).to.deep.equal([])
    expect(ends).to.deep.equal(['stopped', 'done'])
    expect((await platform.get(contentPath())).body.code).to.equal('keys_destroyed')
    expect(must(await platform.get(`/api/destructions/${id}`), 200).state).to.equal('done')
    expect(await certificateOf(platform, id)).to.deep.equal(first)
  })

  it('of a tenant that was executed since is repeated with its original certificate', async () => {
    const { id } = await deleteTenant()
    const dump = await dumpOf(service)
    service.advance(7 * dayMs)
    await carryOut(service)
    const first = await certificateOf(admin, id)

    const { after, platform } = await restored(dump)
    const ends = await carryOutAgain(after, platform)

    expect(ends).to.deep.equal(['stopped', 'done'])
    expect((await platform.get(`/api/tenants/${doomed.id}`)).status).to.equal(404)
    expect(await certificateOf(platform, id)).to.deep.equal(first)
  })

  it('of keys that was withdrawn since destroys nothing', async () => {
    const { id } = await destroyKeys(admin)
    const dump = await dumpOf(service)
    must(await admin.delete(`/api/destructions/${id}`), 200)
    service.advance(8 * dayMs)

    const { after, platform } = await restored(dump)

    expect(await carryOut(after)).to.deep.equal([])
    expect((await platform.get(contentPath())).status).to.equal(200)
  })
})
