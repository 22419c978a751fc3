import { expect } from 'chai'
import { isolate, withAllRows } from '../../../service/store/isolate.ts'
import { migrate, type Migration } from '../../../service/store/migrate.ts'
import { inScope } from '../../../service/store/scope.ts'
import { createKnex } from '../../../service/store/connect.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { failureOf } from '../../support/failure-of.ts'

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

describe('migrate', () => {
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

  it('runs each step once when four services start at the same moment', async () => {
    const starters = Array.from({ length: 4 }, () => createKnex(db.ownerUrl, { application: 'test', poolMax: 1 }))

    const ran = await Promise.all(starters.map((starter) => migrate(starter, steps)))

    await Promise.all(starters.map((starter) => starter.destroy()))
    expect(ran.flat().sort()).to.deep.equal(steps.map((step) => step.name))
    expect(await notes()).to.have.length(1)
  })

  it('leaves nothing of a step that fails, and goes on from there the next time', async () => {
    const broken = async () => {
      throw new Error('power cut')
    }
    const half: Migration = { name: '0002-first-note', up: async (trx) => steps[1]!.up(trx).then(broken) }

    const failure = await failureOf(migrate(db.owner, [steps[0]!, half]))
    const empty = await notes()
    const ran = await migrate(db.owner, steps)

    expect(failure.message).to.equal('power cut')
    expect(empty).to.deep.equal([])
    expect(ran).to.deep.equal(['0002-first-note', '0003-lines'])
  })

  it('refuses a database that a newer version has migrated, or one with other steps', async () => {
    await migrate(db.owner, steps)

    const older = await failureOf(migrate(db.owner, steps.slice(0, 2)))
    const other = await failureOf(migrate(db.owner, [steps[0]!, { ...steps[1]!, name: '0002-other' }]))

    expect(older.message).to.match(/migrated by a newer version of Coffer \(step '0003-lines'/)
    expect(other.message).to.equal(
      "the database's migration 2 is '0002-first-note', and this version's is '0002-other'",
    )
  })

  it('is not for the service: its login may change no table', async () => {
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
