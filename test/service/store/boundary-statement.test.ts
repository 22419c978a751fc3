import { expect } from 'chai'
import type { Knex } from 'knex'
import { createKnex } from '../../../service/store/connect.ts'
import type { OpeningConfig } from '../../../service/store/opening-client.ts'
import {
  type Scope,
  type ScopedTransaction,
  inScope,
  lastStatement,
  statementsInScope,
} from '../../../service/store/scope.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { failureOf } from '../../support/failure-of.ts'

/** A pool of one connection, and the number of writes to its socket so far. */
interface CountedPool {
  knex: Knex
  writes(): number
}

describe('the first statement of a transaction', () => {
  let db: TestDatabase
  let pool: CountedPool

  before(async () => {
    db = await emptyDatabase()
    pool = await countedPool(db)
  })

  after(async () => {
    await pool.knex.destroy()
    await db.drop()
  })

  for (const [what, ask] of [
    ['with values', (trx: ScopedTransaction) => trx.raw('select cast(? as int) as value, current_user as login', [7])],
    ['without values', (trx: ScopedTransaction) => trx.raw('select 7 as value, current_user as login')],
  ] as const) {
    it(`is sent in one write with BEGIN and the scope, ${what}`, async () => {
      const before = pool.writes()

      const { rows } = await inScope(pool.knex, { kind: 'platform' }, ask)

      expect(rows).to.deep.equal([{ value: 7, login: 'coffer_platform' }])
      expect(pool.writes() - before).to.equal(2) // the second is COMMIT
    })
  }

  it('is prepared like later ones', async () => {
    const ask = () =>
      inScope(pool.knex, { kind: 'platform' }, (trx) => trx.raw('select cast(? as int) + 41 as value', [1]), {
        repeats: true,
      })

    const found = [await ask(), await ask()].map(({ rows }) => rows[0].value)
    const { rows: prepared } = await pool.knex.raw(
      `select name from pg_prepared_statements where statement like '%41%'`,
    )

    expect(found).to.deep.equal([42, 42])
    expect(prepared).to.have.length(1)
  })

  it('is prepared with any number of values, unless they are a long list, whose text differs by length', async () => {
    const values = Array.from({ length: 20 }, (_, at) => at)
    const marks = values.map(() => 'cast(? as int)')
    const run = (sql: string) =>
      inScope(pool.knex, { kind: 'platform' }, (trx) => trx.raw(sql, values), { repeats: true })

    await run(`select 43001 + ${marks.join(' + ')}`)
    await run(`select 43002 in (${values.map(() => '?').join(', ')})`)
    await run(`select 43003 from (values ${values.map(() => '(?)').join(', ')}) as v`)
    await run(`select 43004 from (values ${values.map(() => "('d', ?)").join(',\n')}) as v`)
    await run(`select 43005 = any(array[${values.map(() => '?::int').join(', ')}])`)
    const { rows } = await pool.knex.raw(
      `select substring(statement from '4300[0-9]') as number from pg_prepared_statements where statement ~ '4300[0-9]'`,
    )

    expect(rows).to.deep.equal([{ number: '43001' }])
  })

  it('is not recorded as prepared after it failed', async () => {
    const ask = () =>
      inScope(pool.knex, { kind: 'platform' }, (trx) => trx.raw('select cast(? as int) from missing_table', [1]), {
        repeats: true,
      })

    const failures = [await failureOf(ask()), await failureOf(ask())]
    const { rows } = await pool.knex.raw('select 1 as value')

    expect(failures.map((error) => 'code' in error && error.code)).to.deep.equal(['42P01', '42P01'])
    expect(rows).to.deep.equal([{ value: 1 }])
  })

  it('does not run if the scope cannot be opened, and the connection is usable afterwards', async () => {
    await pool.knex.raw('create temporary table kept (value int)')
    const config: OpeningConfig = { opening: 'select 1 / 0' }

    const failures = [
      await failureOf(pool.knex.transaction((trx) => trx.raw('insert into kept values (?)', [1]), config)),
      await failureOf(pool.knex.transaction((trx) => trx.raw('insert into kept values (2)'), config)),
    ]
    const { rows } = await pool.knex.raw('select * from kept')

    expect(failures.map((error) => 'code' in error && error.code)).to.deep.equal(['22012', '22012'])
    expect(rows).to.deep.equal([])
  })

  it('is rolled back with what precedes it in the transaction', async () => {
    await pool.knex.raw('create temporary table undone (value int)')
    const error = await failureOf(
      inScope(pool.knex, { kind: 'tenant', tenantId: '00000000-0000-7000-8000-000000000000' }, async (trx) => {
        await trx.raw('insert into undone values (?)', [1])
        throw new Error('changed its mind')
      }),
    )
    const { rows } = await pool.knex.raw(`select *, current_setting('coffer.tenant', true) as tenant from undone`)

    expect(error.message).to.equal('changed its mind')
    expect(rows).to.deep.equal([])
  })

  it('is absent from a transaction without statements, which sends nothing', async () => {
    const before = pool.writes()

    const result = await inScope(pool.knex, { kind: 'platform' }, () => Promise.resolve('nothing'))
    const error = await failureOf(inScope(pool.knex, { kind: 'platform' }, () => Promise.reject(new Error('refused'))))

    expect([result, error.message, pool.writes() - before]).to.deep.equal(['nothing', 'refused', 0])
  })
})

describe('the last statement of a transaction', () => {
  const platform: Scope = { kind: 'platform' }
  const early = { mayEndEarly: true }
  let db: TestDatabase
  let pool: CountedPool

  before(async () => {
    db = await emptyDatabase()
    pool = await countedPool(db)
    await pool.knex.raw('create temporary table kept (value int)')
    await pool.knex.raw('grant insert, select on kept to coffer_platform')
  })
  beforeEach(() => pool.knex.raw('delete from kept'))

  after(async () => {
    await pool.knex.destroy()
    await db.drop()
  })

  const insert = (trx: ScopedTransaction, value: number) => trx.raw('insert into kept values (?)', [value])
  const kept = async (): Promise<number[]> => (await pool.knex('kept').pluck('value')).sort()

  it('is sent in one write with BEGIN, the scope and COMMIT, which end with it', async () => {
    const before = pool.writes()

    const { rows } = await inScope(
      pool.knex,
      platform,
      (trx) => lastStatement(trx, trx.raw('select cast(? as int) as value, current_user as login', [7])),
      early,
    )
    const written = pool.writes() - before
    const { rows: after } = await pool.knex.raw('select current_user as login')

    expect([rows, written]).to.deep.equal([[{ value: 7, login: 'coffer_platform' }], 1])
    expect(after).to.deep.equal([{ login: 'coffer_service' }])
  })

  it('is sent with COMMIT after others, also if it is prepared', async () => {
    const work = async (trx: ScopedTransaction) => {
      await insert(trx, 1)
      await lastStatement(trx, insert(trx, 2))
    }
    const before = pool.writes()

    await inScope(pool.knex, platform, work, { ...early, repeats: true })
    await inScope(pool.knex, platform, work, { ...early, repeats: true })
    const written = pool.writes() - before

    expect([written, await kept()]).to.deep.equal([4, [1, 1, 2, 2]])
  })

  it('undoes those before it if it fails, and the connection is usable afterwards', async () => {
    const failed = inScope(
      pool.knex,
      platform,
      async (trx) => {
        await insert(trx, 1)
        await lastStatement(trx, trx.raw('select 1 / cast(? as int)', [0]))
      },
      early,
    )
    const error = await failureOf(failed)
    await inScope(pool.knex, platform, (trx) => lastStatement(trx, insert(trx, 2)), early)

    expect('code' in error && error.code).to.equal('22012')
    expect(await kept()).to.deep.equal([2])
  })

  it('is followed by none: another one fails before it is sent', async () => {
    const failed = inScope(
      pool.knex,
      platform,
      async (trx) => {
        await lastStatement(trx, insert(trx, 1))
        await insert(trx, 2)
      },
      early,
    )

    expect((await failureOf(failed)).message).to.include('after the last statement of a transaction')
    expect(await kept()).to.deep.equal([1])
  })

  it('may be the only one: its scope ends with it, and it is prepared', async () => {
    const run = statementsInScope(pool.knex, platform)
    const ask = () => run('select cast(:value as int) + 43 as value, current_user as login', { value: 0 })
    const before = pool.writes()

    const found = [await ask(), await ask()]
    const written = pool.writes() - before
    const { rows: after } = await pool.knex.raw(
      `select current_user as login, current_setting('statement_timeout') as timeout,
         (select count(*) from pg_prepared_statements where statement like '%43%') as prepared`,
    )

    expect([found, written]).to.deep.equal([Array(2).fill([{ value: 43, login: 'coffer_platform' }]), 2])
    expect(after).to.deep.equal([{ login: 'coffer_service', timeout: '0', prepared: 1 }])
  })

  it('leaves nothing if it is the only one and fails, and the connection is usable afterwards', async () => {
    const run = statementsInScope(pool.knex, platform)
    const failing = `with one as (insert into kept values (:value) returning value) select 1 / (value - 1) from one`

    const error = await failureOf(run(failing, { value: 1 }))
    await run('insert into kept values (:value)', { value: 2 })
    const { rows } = await pool.knex.raw('select current_user as login')

    expect('code' in error && error.code).to.equal('22012')
    expect([await kept(), rows]).to.deep.equal([[2], [{ login: 'coffer_service' }]])
  })

  it('is one like any other where the transaction has more to do', async () => {
    await inScope(pool.knex, platform, async (trx) => {
      await lastStatement(trx, insert(trx, 1))
      await insert(trx, 2)
    })

    expect(await kept()).to.deep.equal([1, 2])
  })
})

async function countedPool(db: TestDatabase): Promise<CountedPool> {
  const knex = createKnex(db.url, { application: 'test', poolMax: 1, prepares: true })
  const connection = await knex.client.acquireConnection()
  const { stream } = connection.connection
  let count = 0
  for (const name of ['_write', '_writev'] as const) {
    const original = stream[name].bind(stream)
    stream[name] = (...words: unknown[]) => {
      count += 1
      return original(...words)
    }
  }
  await knex.client.releaseConnection(connection)
  return { knex, writes: () => count }
}
