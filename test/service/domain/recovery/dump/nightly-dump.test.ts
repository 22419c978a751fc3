import { expect } from 'chai'
import { chooseDump } from '../../../../../service/domain/recovery/dump/choose-dump.ts'
import { markRestored } from '../../../../../service/domain/kernel/installation/restore-marker.ts'
import { dumpNightly, superseded } from '../../../../../service/domain/recovery/dump/nightly-dump.ts'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import { listStoredDumps, readStoredDump } from '../../../../../service/domain/recovery/dump/stored-dumps.ts'
import { type ObjectStore, StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type TestDatabase, emptyDatabase } from '../../../../support/database.ts'
import { StartupError } from '../../../../../service/store/startup-error.ts'
import { message } from '../../../../../shared/messages/message.ts'
import { startupOf } from '../../../../support/startup-code.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'

const dayMs = 24 * 3_600_000

describe('the nightly dump', () => {
  let service: TestService
  let target: TestDatabase | undefined
  /** Number of puts before the store becomes unavailable. */
  let putsLeft = Infinity
  beforeEach(async () => {
    putsLeft = Infinity
    const wrapStore = (store: ObjectStore): ObjectStore => ({
      ...store,
      async put(key, bytes) {
        if (putsLeft <= 0) throw new StoreUnreachable(message('store_connection_lost'))
        putsLeft -= 1
        return store.put(key, bytes)
      },
    })
    service = await startTestService({ wrapStore })
  })
  afterEach(async () => {
    await target?.drop()
    target = undefined
    await service.close()
  })

  function contentRefs({ dependencies }: TestService) {
    const { knex, masterKey, now, store } = dependencies
    return {
      knex,
      masterKey,
      now,
      openStore: async () => store,
      runInSystemTransaction: <T>(step: (moment: { trx: never; now: Date }) => Promise<T>) =>
        inScope(knex, { kind: 'platform' }, (trx) => step({ trx: trx as never, now: now() })),
    }
  }
  const night = (keep = 3) => dumpNightly(contentRefs(service), keep)
  const names = async () => (await listStoredDumps(service.dependencies.store)).map(({ name }) => name)

  it('is retained for the configured nights, and recorded each time', async () => {
    const made: string[] = []
    for (let nights = 0; nights < 5; nights += 1) {
      expect((await night()).outcome).to.equal('done')
      made.unshift((await names())[0]!)
      service.advance(dayMs)
    }

    const runs = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('policy_runs').where({ kind: 'dump' }).orderBy('started_at'),
    )

    expect(await names()).to.deep.equal(made.slice(0, 3))
    expect(runs.map(({ outcome, counts }) => [outcome, counts.removed])).to.deep.equal([
      ['done', 0],
      ['done', 0],
      ['done', 0],
      ['done', 1],
      ['done', 1],
    ])
  })

  it('is restored, with the tenants’ keys stored beside it', async () => {
    const customer = await service.hasTenant()
    await night()
    target = await emptyDatabase()
    const { masterKey, store, now } = service.dependencies
    const [dump] = await listStoredDumps(store)

    await restoreDump({ owner: target.owner, masterKey, store, now: now() }, readStoredDump(store, dump!.name))

    const [before, after] = await Promise.all(
      [service.db.knex, target.knex].map((knex) =>
        inScope(knex, { kind: 'platform' }, (trx) => trx('tenant_keys').where({ tenant_id: customer.id }).first()),
      ),
    )
    expect(after).to.deep.equal(before)
  })

  it('is created by one of several replicas', async () => {
    const [first, second] = await Promise.all([night(), night()])
    const third = await night()

    expect([first.outcome, second.outcome].sort()).to.deep.equal(['done', 'nothing'])
    expect([third.outcome, third.reason]).to.deep.equal([
      'nothing',
      message('dump_already_made', { dump: (await names())[0]! }),
    ])
  })

  it('that is incomplete is never restored, deletes no other, and is deleted after two days', async () => {
    await night(1)
    const [good] = await names()
    service.advance(dayMs)
    putsLeft = 1
    const failure = await failureOf(night(1))
    const [cut] = await names()
    putsLeft = Infinity
    const isWhole = async () =>
      (await listStoredDumps(service.dependencies.store)).map((dump) => [dump.name, dump.isWhole])

    expect(failure).to.be.instanceOf(StoreUnreachable)
    expect(await isWhole()).to.deep.equal([
      [cut, false],
      [good, true],
    ])
    expect(startupOf(await failureOf(readStoredDump(service.dependencies.store, cut!).next())).code).to.equal(
      'dump_incomplete',
    )

    service.advance(3 * dayMs)
    await night(1)
    expect(await isWhole()).to.deep.equal([[(await names())[0], true]])
  })

  it('of a new installation deletes none of another, and is not restored by default', async () => {
    await night()
    service.advance(dayMs)
    await night()
    const before = await names()
    const { masterKey, now, store } = service.dependencies
    const fresh = await startTestService({ masterKey, now: now(), wrapStore: () => store })
    for (let nights = 0; nights < 4; nights += 1) {
      fresh.advance(dayMs)
      await dumpNightly(contentRefs(fresh), 2)
    }
    await fresh.close()

    const dumps = await listStoredDumps(store)

    const [newest] = before
    expect(dumps.map(({ name }) => name)).to.include.members(before)
    expect(dumps).to.have.length(4)
    expect(() => chooseDump(dumps, undefined, service.dependencies.now()))
      .to.throw(StartupError)
      .with.property('message')
      .that.includes(newest)
    expect(chooseDump(dumps, newest, service.dependencies.now()).name).to.equal(newest)
    const own = dumps.filter(({ name }) => before.includes(name))
    expect(chooseDump(own, undefined, service.dependencies.now()).name).to.equal(newest)
  })

  it('deletes no older one while the database may be older than they are', async () => {
    await night(1)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      markRestored({ trx, now: service.dependencies.now() }, service.dependencies.now()),
    )
    service.advance(dayMs)

    const marked = await night(1)

    expect(marked.counts).to.include({ removed: 0 })
    expect(await names()).to.have.length(2)
  })

  it('is not created when it is disabled, which is recorded too', async () => {
    expect(await night(0)).to.deep.equal({ outcome: 'nothing', reason: message('dumps_off') })
    expect(await names()).to.deep.equal([])
  })
})

describe('superseded dumps', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const whole = (day: number) => ({ name: `d${day}`, takenAt: at(day), installation: '0', isWhole: true })

  it('are empty when the list lacks the newest, because it is not reliable', () => {
    expect(superseded([whole(3), whole(2), whole(1)], 'd4', 1, at(4))).to.deep.equal([])
  })

  it('never include the one just created, whatever the clocks show', () => {
    expect(superseded([whole(9), whole(2)], 'd2', 1, at(2))).to.deep.equal([])
  })

  it('include none from the future, which do not count towards the number to retain', () => {
    const future = [whole(400), whole(399), whole(398)]
    const gone = superseded([...future, whole(4), whole(3), whole(2)], 'd4', 2, at(4))

    expect(gone.map(({ name }) => name)).to.deep.equal(['d2'])
  })

  it('require a choice for the restore if some are from the future', () => {
    const dumps = [whole(400), whole(4), whole(3)]

    expect(() => chooseDump(dumps, undefined, at(5)))
      .to.throw(StartupError)
      .with.property('startup')
      .that.deep.equals(message('dump_from_future', { dump: 'd400', now: at(5).toISOString(), newest_past: 'd4' }))
    expect(chooseDump(dumps, 'd4', at(5)).name).to.equal('d4')
    expect(chooseDump(dumps, undefined, at(401)).name).to.equal('d400')
    expect(chooseDump(dumps, undefined, at(1)).name, 'the clock is wrong now').to.equal('d400')
  })
})
