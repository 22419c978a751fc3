import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type TestDatabase, freshDatabase } from '../../support/database.ts'
import { failureOf } from '../../support/failure-of.ts'

describe('functions that bypass row policies', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.drop())

  it('are those needed before authentication and for approvals, and no others', async () => {
    const { rows } = await db.owner.raw(`
      select p.proname as name, p.proowner::regrole::text as owner, p.proconfig as settings, p.provolatile = 's' as reads,
        array(select case when a.grantee = 0 then 'public' else a.grantee::regrole::text end
              from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
              where a.grantee <> p.proowner order by 1) as callers
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
      order by p.proname`)

    const names = [
      ...[
        'are_accounts_dependent',
        'lookup_agent',
        'lookup_bearer',
        'lookup_enrollment',
        'lookup_login',
        'lookup_pack',
      ],
      'needs_approval',
    ]
    expect(rows).to.deep.equal(
      names.map((name) => ({
        name,
        owner: 'coffer_platform',
        settings: ['search_path=pg_catalog, public, pg_temp'],
        reads: true,
        callers: name === 'needs_approval' ? ['coffer_limited', 'coffer_service'] : ['coffer_service'],
      })),
    )
  })

  it('match an exact key only, and list nothing', async () => {
    const asked = [
      await db.knex.raw('select * from lookup_login(?)', ['%']),
      await db.knex.raw('select * from lookup_bearer(?)', [randomBytes(32)]),
      await db.knex.raw('select * from lookup_agent(?)', [randomUUID()]),
      await db.knex.raw('select * from lookup_enrollment(?)', [randomUUID()]),
      await db.knex.raw('select * from lookup_pack(?)', [randomUUID()]),
    ]

    for (const { rows } of asked) expect(rows).to.deep.equal([])
  })

  it('cannot be added or changed by the service', async () => {
    const attempts = [
      `create function lookup_all() returns bigint language sql security definer as 'select count(*) from public.users'`,
      'alter function lookup_login(text) reset search_path',
      'alter function lookup_login(text) owner to coffer_service',
      'create schema elsewhere',
    ]

    for (const attempt of attempts) {
      expect((await failureOf(db.knex.raw(attempt))).message, attempt).to.match(/permission denied|must be owner/)
    }
  })
})
