import { expect } from 'chai'
import { showInstants } from '../../../service/store/connect.ts'
import { inScope } from '../../../service/store/scope.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'

describe('the database connection', () => {
  let db: TestDatabase

  before(async () => {
    db = await emptyDatabase()
  })

  after(() => db.drop())

  it('reads counts as numbers, times as dates, days as text, and keeps larger values', async () => {
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

  it('reads instants to the millisecond in any server time zone, and others like pg', async () => {
    const texts = ['2026-11-26 21:10:22.123999+00', '1999-12-31 23:59:59+00', '0099-01-01 00:00:00+00', 'infinity']
    const found = []
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns']) {
      const { rows } = await inScope(db.knex, { kind: 'platform' }, async (trx) => {
        await trx.raw(`select set_config('timezone', ?, true)`, [zone])
        const sql =
          'select text::timestamptz as at from unnest(cast(? as text[])) with ordinality t (text, n) order by n'
        return trx.raw<{ rows: { at: Date | number }[] }>(sql, [texts])
      })
      found.push(rows.map(({ at }) => (at instanceof Date ? at.toISOString() : at)))
    }

    const expected = ['2026-11-26T21:10:22.123Z', '1999-12-31T23:59:59.000Z', '0099-01-01T00:00:00.000Z', Infinity]
    expect(found).to.deep.equal([expected, expected, expected])
  })

  it('reads arrays of texts and ids as pg does, whatever their elements contain', async () => {
    const texts = ['plain', 'é', 'two words', 'a,b', 'say "x"', 'a\\b', '{}', '[1', 'NULL', 'null', 'ANNULLED', '']
    const lists = [[], ['a'], [null], ['a', null, 'b'], texts] as string[][]

    const id = '0192f0c1-2345-7678-9abc-def012345678'
    const found = []
    for (const list of lists) {
      const { rows } = await db.knex.raw('select cast(? as text[]) as list', [list])
      found.push(rows[0].list)
    }
    const { rows: others } = await db.knex.raw(
      `select array[?::uuid, null] as ids, '{{a,b},{c,d}}'::text[] as nested, '[5:6]={a,b}'::text[] as bounded`,
      [id],
    )

    expect(found).to.deep.equal(lists)
    expect(others).to.deep.equal([
      {
        ids: [id, null],
        nested: [
          ['a', 'b'],
          ['c', 'd'],
        ],
        bounded: ['a', 'b'],
      },
    ])
  })

  it('shows instants of a page as the API does, in any time zone of the server', async () => {
    const texts = ['2026-11-26 21:10:22.1+00', '2026-11-26 21:10:22.123999+00', '1999-12-31 23:59:59+00', 'infinity']
    const found = []
    for (const zone of ['UTC', 'Asia/Kathmandu']) {
      const { rows } = await inScope(db.knex, { kind: 'platform' }, async (trx) => {
        await trx.raw(`select set_config('timezone', ?, true)`, [zone])
        const sql =
          'select text::timestamptz as at, null::timestamptz as none from unnest(cast(? as text[])) with ordinality t (text, n) order by n'
        return showInstants(trx.raw<{ rows: { at: string; none: null }[] }>(sql, [texts]))
      })
      expect(rows.every(({ none }) => none === null)).to.equal(true)
      found.push(rows.map(({ at }) => at))
    }

    const expected = ['2026-11-26T21:10:22.100Z', '2026-11-26T21:10:22.123Z', '1999-12-31T23:59:59.000Z', 'infinity']
    expect(found).to.deep.equal([expected, expected])
  })

  it('sends the program’s name to the database', async () => {
    const { rows } = await db.knex.raw(`select current_setting('application_name') as name, session_user as login`)

    expect(rows).to.deep.equal([{ name: 'coffer test', login: 'coffer_service' }])
  })
})
