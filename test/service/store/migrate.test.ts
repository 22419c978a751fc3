import os from 'node:os'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { lockShared } from '../../../service/store/installation-lock.ts'
import { isolate, withAllRows } from '../../../service/store/isolate.ts'
import { migrate } from '../../../service/store/migrate.ts'
import { inScope } from '../../../service/store/scope.ts'
import { createKnex } from '../../../service/store/connect.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { type MessageParams, message } from '../../../shared/messages/message.ts'
import { startupOf } from '../../support/startup-code.ts'
import { failureOf } from '../../support/failure-of.ts'
import type { Migration } from '../../../service/store/migration.ts'

const steps: Migration[] = [
  {
    name: '0001-notes',
    async up(trx) {
      await trx.raw('create table notes (tenant_id uuid, words text)')
      await isolate(trx, 'notes')
    },
  },
  {
    name: '0002-first-note',
    async up(trx) {
      await withAllRows(trx, () => trx('notes').insert({ words: 'first' }))
      await trx.raw('alter table notes add column lines integer')
    },
  },
  { name: '0003-lines', up: (trx) => withAllRows(trx, async () => void (await trx('notes').update({ lines: 1 }))) },
]

describe('the schema migration', () => {
  let db: TestDatabase

  beforeEach(async () => {
    db = await emptyDatabase()
  })

  afterEach(() => db.drop())

  const notes = () => inScope(db.knex, { kind: 'platform' }, (trx) => trx('notes'))

  it('runs each step once, in order, and nothing the second time', async () => {
    const first = await migrate(db.owner, steps.slice(0, 2))
    const second = await migrate(db.owner, steps)
    const third = await migrate(db.owner, steps)

    expect([first, second, third]).to.deep.equal([['0001-notes', '0002-first-note'], ['0003-lines'], []])
    expect(await notes()).to.deep.equal([{ tenant_id: null, words: 'first', lines: 1 }])
  })

  it('runs each step once when four services start concurrently', async () => {
    const starters = Array.from({ length: 4 }, () => createKnex(db.ownerUrl, { application: 'test', poolMax: 1 }))

    const ran = await Promise.all(starters.map((starter) => migrate(starter, steps)))

    await Promise.all(starters.map((starter) => starter.destroy()))
    expect(ran.flat().sort()).to.deep.equal(steps.map((step) => step.name))
    expect(await notes()).to.have.length(1)
  })

  const half = (what: (trx: Knex.Transaction) => Promise<unknown>): Migration => ({
    name: '0003-lines',
    up: async (trx) => {
      await steps[2]!.up(trx)
      await what(trx)
    },
  })

  it('does not change the schema when a step fails, reports it, and the previous version continues', async () => {
    await migrate(db.owner, steps.slice(0, 1))
    const broken = half(() => Promise.reject(new Error('power cut')))

    const failure = await failureOf(migrate(db.owner, [...steps.slice(0, 2), broken]))
    const empty = await notes()
    const before = await migrate(db.owner, steps.slice(0, 1))
    const ran = await migrate(db.owner, steps)

    const reason = 'power cut'
    expect(startupOf(failure)).to.deep.equal(message('migration_failed', { step: '0003-lines', reason }))
    expect([empty, before]).to.deep.equal([[], []])
    expect(ran).to.deep.equal(['0002-first-note', '0003-lines'])
  })

  it('leaves the schema unchanged when interrupted in the last step', async () => {
    await migrate(db.owner, steps.slice(0, 1))
    const other = createKnex(db.ownerUrl, { application: 'test', poolMax: 1 })
    const cut = half(async (trx) => {
      const { rows } = await trx.raw('select pg_backend_pid() as pid')
      await other.raw('select pg_terminate_backend(?)', [rows[0].pid])
      await trx.raw('select 1')
    })

    await failureOf(migrate(db.owner, [...steps.slice(0, 2), cut]))
    await other.destroy()

    expect(await migrate(db.owner, steps.slice(0, 1))).to.deep.equal([])
    expect(await notes()).to.deep.equal([])
    expect(await migrate(db.owner, steps)).to.deep.equal(['0002-first-note', '0003-lines'])
  })

  it('is blocked by a replica of the previous version', async () => {
    await migrate(db.owner, steps.slice(0, 1))
    const holding = { url: db.url, log: () => undefined, onLost: () => undefined, whatChanged: async () => null }
    const replica = await lockShared(holding)

    const refused = await failureOf(migrate(db.owner, steps))
    const same = await migrate(db.owner, steps.slice(0, 1))
    await replica.release()

    const [session] = (startupOf(refused).params as MessageParams<'schema_in_use'>).sessions
    expect(startupOf(refused).code).to.equal('schema_in_use')
    expect(session?.params).to.include({ name: `coffer installation on ${os.hostname()}` })
    expect(refused.message).to.not.include('unknown')
    expect(same).to.deep.equal([])
    expect(await migrate(db.owner, steps)).to.deep.equal(['0002-first-note', '0003-lines'])
  })

  it('rejects a database that a newer version migrated, or one with other steps', async () => {
    await migrate(db.owner, steps)

    const older = await failureOf(migrate(db.owner, steps.slice(0, 2)))
    const other = await failureOf(migrate(db.owner, [steps[0]!, { ...steps[1]!, name: '0002-other' }]))

    expect(startupOf(older)).to.deep.equal(message('schema_too_new', { step: '0003-lines' }))
    expect(startupOf(other)).to.deep.equal(
      message('schema_differs', { position: 2, found: '0002-first-note', expected: '0002-other' }),
    )
  })

  it('is not possible with the service’s login, which can change no table', async () => {
    await migrate(db.owner, steps)

    const failures = [
      await failureOf(db.knex.raw('create table mine (id int)')),
      await failureOf(db.knex.raw('drop policy tenant on notes')),
      await failureOf(db.knex.raw('delete from migrations')),
      await failureOf(inScope(db.knex, { kind: 'platform' }, (trx) => trx.raw('create table mine (id int)'))),
    ]

    for (const failure of failures) expect(failure.message).to.match(/permission denied|must be owner/)
  })
})
