import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import { DatabaseUsed } from '../../../../../service/domain/recovery/dump/reject-used-database.ts'
import { ensureAdministrator, ensureLocalAgent } from '../../../../../service/first-start.ts'
import { putTombstone } from '../../../../../service/domain/inventory/tenants/tombstone.ts'
import { lockExclusive } from '../../../../../service/store/installation-lock.ts'
import { appliedSteps, migrate } from '../../../../../service/store/migrate.ts'
import { migrations } from '../../../../../service/store/migrations/list.ts'
import { type TestDatabase, emptyDatabase } from '../../../../support/database.ts'
import { dumpOf, inOne } from '../../../../support/dump-of.ts'
import { earlierDatabase } from '../../../../support/earlier-database.ts'
import {
  type EarlierRows,
  convert,
  earlierTexts,
  storeEarlierRows,
  storedText,
} from '../../../../support/earlier-texts.ts'
import { message } from '../../../../../shared/messages/message.ts'
import { startupOf } from '../../../../support/startup-code.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { anAgent } from '../../../../support/fake-agent.ts'
import { type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { createFullScene } from '../../../../support/scene/full-scene.ts'

/** Migrations of versions that stored texts as sentences. The first has no destructions, the second no revocations. */
const earlier = [18, 28, migrations.findIndex(({ name }) => name === '0039-text-conversions')]

describe('a dump of an earlier version', () => {
  let service: TestService
  let kept: Customer
  let rows: EarlierRows
  let destroyed: Customer
  const opened: TestDatabase[] = []

  before(async () => {
    service = await startTestService()
    kept = await createFullScene(service)
    rows = await storeEarlierRows(service, kept)
    destroyed = await service.hasTenant()
    await anAgent(service, destroyed)
    const { id } = destroyed
    const { store, keys, now } = service.dependencies
    await putTombstone(store, await keys.tombstoneKeys(), { id, prefix: `tenants/${id}` }, now())
  })

  after(async () => {
    for (const db of opened) await db.drop()
    await service.close()
  })

  async function earlierDump(count: number): Promise<Buffer> {
    const db = await earlierDatabase(service.db, count)
    opened.push(db)
    return dumpOf({ dependencies: { ...service.dependencies, knex: db.knex } })
  }

  it('is rejected by an empty database with the newest schema, with the reason', async () => {
    const dump = await earlierDump(migrations.length - 1)
    const db = await emptyDatabase()
    opened.push(db)
    await migrate(db.owner)
    const { masterKey, store, now } = service.dependencies

    const failure = await failureOf(restoreDump({ owner: db.owner, masterKey, store, now: now() }, inOne(dump)))

    const newest = migrations.at(-1)!.name
    expect(failure).to.be.instanceOf(DatabaseUsed)
    expect(startupOf(failure)).to.deep.equal(message('database_schema_newer', { step: newest }))
  })

  it('is rejected by a database that was started once, which is reported as such', async () => {
    const dump = await earlierDump(migrations.length - 1)
    const started = await startTestService()
    const { masterKey, store, now } = service.dependencies
    await ensureAdministrator(started.dependencies)
    await ensureLocalAgent(started.dependencies, randomUUID())

    const parts = { owner: started.db.owner, masterKey, store, now: now() }
    const failure = await failureOf(restoreDump(parts, inOne(dump)))
    await started.close()

    expect(failure).to.be.instanceOf(DatabaseUsed)
    expect(startupOf(failure).params).to.include({ customers: 1, users: 1, devices: 0, content: 'first_start' })
  })

  it('does not change the older schema of a database with rows', async () => {
    const used = await earlierDatabase(service.db, earlier[1]!)
    opened.push(used)
    const { masterKey, store, now } = service.dependencies
    const dump = await dumpOf(service)

    const failure = await failureOf(restoreDump({ owner: used.owner, masterKey, store, now: now() }, inOne(dump)))

    expect(startupOf(failure).code).to.equal('database_not_empty')
    expect(startupOf(failure).params).to.include({ content: 'used' })
    expect(await appliedSteps(used.owner)).to.have.length(earlier[1]!)
  })

  for (const count of earlier) {
    it(`with ${count} schema steps is restored with its texts, and destroyed keys stay destroyed`, async () => {
      const dump = await earlierDump(count)
      const db = await emptyDatabase()
      const { masterKey, store, now } = service.dependencies
      const held = await lockExclusive(db.url, 'restore')

      const restored = await restoreDump({ owner: db.owner, masterKey, store, now: now() }, inOne(dump)).finally(() =>
        held.release(),
      )

      expect(restored.destroyed).to.deep.equal([destroyed.slug])
      const after = await startTestService({ db, masterKey, now: now(), wrapStore: () => store })
      const admin = await after.as('platform_admin')
      const tenants: { id: string }[] = must(await admin.get('/api/tenants'), 200)
      const before = must(await admin.get(`/api/runs/${rows.runId}`), 200)
      const converted = await convert(after)
      const error = await storedText(after, kept, { table: 'jobs', id: rows.runId, column: 'error' })
      await after.close()
      expect(tenants.map(({ id }) => id)).to.include.members([kept.id, destroyed.id])
      expect(before.failure.step).to.deep.equal(message('step_logging_in', { username: 'backup' }))
      expect([converted.outcome, converted.counts?.['converted']]).to.deep.equal(['done', 4])
      expect(error).to.not.equal(earlierTexts.error)
    })
  }
})
