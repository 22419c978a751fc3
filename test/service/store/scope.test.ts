import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Model } from 'objection'
import { isolate } from '../../../service/store/isolate.ts'
import { inScope, type Scope, type ScopedTransaction } from '../../../service/store/scope.ts'
import { DatabaseUnavailable } from '../../../service/store/database-unavailable.ts'
import { createKnex } from '../../../service/store/connect.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { failureOf } from '../../support/failure-of.ts'

const ours = randomUUID()
const theirs = randomUUID()
const us: Scope = { kind: 'tenant', tenantId: ours }
const them: Scope = { kind: 'tenant', tenantId: theirs }
const platform: Scope = { kind: 'platform' }

describe('a scope', () => {
  let db: TestDatabase

  before(async () => {
    db = await emptyDatabase()
    await db.owner.transaction(async (trx) => {
      await trx.raw('create table notes (tenant_id uuid, id int generated always as identity, words text)')
      await isolate(trx, 'notes')
      await trx.raw('create table ledger (tenant_id uuid, words text)')
      await isolate(trx, 'ledger', { grants: ['select', 'insert'] })
      await trx.raw('create table secrets (words text)')
      await isolate(trx, 'secrets', { platformOnly: true })
    })
    await inScope(db.knex, platform, (trx) =>
      trx('notes').insert([
        { tenant_id: ours, words: 'ours' },
        { tenant_id: theirs, words: 'theirs' },
        { tenant_id: null, words: 'without a tenant' },
      ]),
    )
  })

  after(() => db.drop())

  it('shows a tenant only its own rows', async () => {
    const words = await inScope(db.knex, us, (trx) => trx('notes').pluck('words'))

    expect(words).to.deep.equal(['ours'])
  })

  it('shows the platform every row, including those without a tenant', async () => {
    const words = await inScope(db.knex, platform, (trx) => trx('notes').orderBy('id').pluck('words'))

    expect(words.slice(0, 3)).to.deep.equal(['ours', 'theirs', 'without a tenant'])
  })

  it('shows nothing to a query without a scope, even on a used connection', async () => {
    const one = createKnex(db.url, { application: 'test', poolMax: 1 })
    const before = await one('notes')
    await inScope(one, us, (trx) => trx('notes'))
    const afterTenant = await one('notes')
    await inScope(one, platform, (trx) => trx('notes'))
    const afterPlatform = await one('notes')
    await one.destroy()

    expect([before, afterTenant, afterPlatform]).to.deep.equal([[], [], []])
  })

  it('prevents writing, moving, changing and deleting another tenant’s row', async () => {
    const inserted = await failureOf(
      inScope(db.knex, us, (trx) => trx('notes').insert({ tenant_id: theirs, words: 'x' })),
    )
    const unowned = await failureOf(inScope(db.knex, us, (trx) => trx('notes').insert({ words: 'x' })))
    const moved = await failureOf(inScope(db.knex, us, (trx) => trx('notes').update({ tenant_id: theirs })))
    const changed = await inScope(db.knex, us, (trx) =>
      trx('notes').where({ tenant_id: theirs }).update({ words: 'x' }),
    )
    const deleted = await inScope(db.knex, us, (trx) => trx('notes').where({ tenant_id: theirs }).delete())

    for (const failure of [inserted, unowned, moved]) expect(failure.message).to.match(/violates row-level security/)
    expect([changed, deleted]).to.deep.equal([0, 0])
  })

  it('prevents changes of append-only tables in any scope', async () => {
    for (const scope of [us, platform]) {
      await inScope(db.knex, scope, (trx) => trx('ledger').insert({ tenant_id: ours, words: 'done' }))
      const changed = await failureOf(inScope(db.knex, scope, (trx) => trx('ledger').update({ words: 'undone' })))
      const deleted = await failureOf(inScope(db.knex, scope, (trx) => trx('ledger').delete()))

      for (const failure of [changed, deleted]) expect(failure.message).to.match(/permission denied for table ledger/)
    }
  })

  it('shows rows without a tenant only to the platform', async () => {
    const failure = await failureOf(inScope(db.knex, us, (trx) => trx('secrets')))
    const rows = await inScope(db.knex, platform, (trx) => trx('secrets'))

    expect(failure.message).to.match(/permission denied for table secrets/)
    expect(rows).to.deep.equal([])
  })

  it('rejects a malformed tenant id', async () => {
    const failure = await failureOf(inScope(db.knex, { kind: 'tenant', tenantId: 'nonsense' }, (trx) => trx('notes')))

    expect(failure).to.be.instanceOf(RangeError)
  })

  it('never mixes the rows of two tenants in thousands of interleaved transactions on one pool', async () => {
    const seen = { [ours]: new Set<string>(), [theirs]: new Set<string>() }
    const one = async (number: number) => {
      const [scope, tenantId] = number % 2 ? [us, ours] : [them, theirs]
      const work = async (trx: ScopedTransaction) => {
        if (number % 5 === 0) await trx('notes').insert({ tenant_id: tenantId, words: `${number}` })
        const rows = await trx('notes').select('tenant_id').limit(1_000)
        for (const row of rows) seen[tenantId]!.add(row.tenant_id)
        if (number % 7 === 0) throw new Error('changed its mind')
      }
      await inScope(db.knex, scope, work, { repeats: number % 3 > 0 }).catch((error: Error) =>
        expect(error.message).to.equal('changed its mind'),
      )
    }

    // Limits concurrency so that a loaded machine provides connections in time.
    for (let from = 0; from < 3_000; from += 300) {
      await Promise.all(Array.from({ length: 300 }, (_, number) => one(from + number)))
    }

    expect([...seen[ours]!]).to.deep.equal([ours])
    expect([...seen[theirs]!]).to.deep.equal([theirs])
  })

  it('reuses the plan of a repeated query in the next transaction, for any rows', async () => {
    const one = createKnex(db.url, { application: 'test', poolMax: 1, prepares: true })
    const firstOf = (scope: Scope) =>
      inScope(one, scope, (trx) => trx('notes').select('tenant_id').orderBy('id').limit(1), { repeats: true })

    const found = [await firstOf(us), await firstOf(them), await firstOf(platform), await firstOf(us)]
    const { rows } = await one.raw(`select name from pg_prepared_statements where statement like '%"notes"%'`)
    await one.destroy()

    expect(found.map(([row]) => row.tenant_id)).to.deep.equal([ours, theirs, ours, ours])
    expect(rows).to.have.length(1)
  })

  it('keeps no plan if a pooler may change the connection of each transaction', async () => {
    const one = createKnex(db.url, { application: 'test', poolMax: 1 })
    await inScope(one, us, (trx) => trx('notes').limit(1), { repeats: true })

    const { rows } = await one.raw('select name from pg_prepared_statements')
    await one.destroy()

    expect(rows).to.deep.equal([])
  })

  it('plans again after a newer version has changed a table’s columns', async () => {
    await db.owner.raw('create table growing (tenant_id uuid, id int)')
    await db.owner.transaction((trx) => isolate(trx, 'growing'))
    const read = () => inScope(db.knex, us, (trx) => trx('growing').where({ id: 1 }), { repeats: true })
    await inScope(db.knex, us, (trx) => trx('growing').insert({ tenant_id: ours, id: 1 }))
    await Promise.all(Array.from({ length: 5 }, read)) // on several connections

    await db.owner.raw(`alter table growing add column words text default 'new'`)
    const found = await Promise.all(Array.from({ length: 10 }, read))

    expect(found.flat().map((row) => row.words)).to.deep.equal(Array(10).fill('new'))
  })

  it('repeats a transaction after a serialisation failure', async () => {
    const newNote = { tenant_id: ours, words: 'new' }
    const [a, b] = await inScope(db.knex, us, async (trx): Promise<number[]> => {
      const rows = await trx('notes').insert([newNote, newNote], 'id')
      return rows.map((row) => row.id)
    })
    const met = barrier(2)
    const cross = async (first?: number, second?: number) => {
      let runs = 0
      await inScope(db.knex, us, async (trx) => {
        runs++
        await trx('notes').where({ id: first }).update({ words: 'x' })
        if (runs === 1) await met()
        await trx('notes').where({ id: second }).update({ words: 'x' })
      })
      return runs
    }

    // The one that is repeated may meet the other again before it has taken its second row.
    const [first, second] = await Promise.all([cross(a, b), cross(b, a)])

    expect(first! + second!).to.be.greaterThan(2)
  })

  it('fails after three more attempts', async () => {
    let runs = 0

    const failure = await failureOf(
      inScope(db.knex, us, async (trx) => {
        runs++
        await trx.raw(`do $$ begin raise exception 'no' using errcode = '40001'; end $$`)
      }),
    )

    expect(runs).to.equal(4)
    expect(failure).to.have.property('code', '40001')
  })

  it('repeats a transaction whose error Objection wraps', async () => {
    class Note extends Model {
      static override tableName = 'notes'
    }
    let runs = 0

    await inScope(db.knex, us, async (trx) => {
      runs++
      if (runs > 1) return
      await trx.raw(`create function pg_temp.give_way() returns int language plpgsql as
        $$ begin raise exception 'no' using errcode = '40P01'; end $$`)
      await Note.query(trx).whereRaw('id = pg_temp.give_way()')
    })

    expect(runs).to.equal(2)
  })

  it('cancels a statement that exceeds its timeout', async () => {
    const failure = await failureOf(
      inScope(db.knex, us, (trx) => trx.raw('select pg_sleep(60)'), { statementTimeoutMs: 20 }),
    )

    expect(failure).to.be.instanceOf(DatabaseUnavailable)
    expect(failure?.message).to.include('statement timeout')
  })

  it('reports an unavailable database', async () => {
    const unreachable = createKnex('postgres://coffer_service:x@%2Fnowhere:5432/coffer', { application: 'test' })
    const closed = createKnex('postgres://coffer_service:x@127.0.0.1:1/coffer', { application: 'test' })
    const failures = [
      await failureOf(inScope(unreachable, us, (trx) => trx('notes'))),
      await failureOf(inScope(closed, us, (trx) => trx('notes'))),
      await failureOf(inScope(db.knex, us, (trx) => trx.raw('select pg_terminate_backend(pg_backend_pid())'))),
    ]
    await Promise.all([unreachable.destroy(), closed.destroy()])

    for (const failure of failures) expect(failure).to.be.instanceOf(DatabaseUnavailable)
    expect(await inScope(db.knex, us, (trx) => trx('notes').where({ words: 'ours' }))).to.have.length(1)
  })
})

/** Blocks callers until there are `count` of them. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    if (--count === 0) resolve()
    return promise
  }
}
