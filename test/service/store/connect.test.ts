import { expect } from 'chai'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'

describe('connect', () => {
  let db: TestDatabase

  before(async () => {
    db = await emptyDatabase()
  })

  after(() => db.drop())

  it('reads counts as numbers, times as dates, days as text, and keeps what a number cannot hold', async () => {
    const { rows } = await db.knex.raw(`
      select count(*) as count, 9007199254740993 as huge, array[1, null, 2]::bigint[] as list,
        '2026-03-29T02:30:00+01:00'::timestamptz as at, '2026-03-29'::date as day`)

    expect(rows).to.deep.equal([
      {
        count: 1,
        huge: '9007199254740993',
        list: [1, null, 2],
        at: new Date('2026-03-29T01:30:00Z'),
        day: '2026-03-29',
      },
    ])
  })

  it('sends the program’s name to the database', async () => {
    const { rows } = await db.knex.raw(`select current_setting('application_name') as name, session_user as login`)

    expect(rows).to.deep.equal([{ name: 'coffer test', login: 'coffer_service' }])
  })
})
