import { expect } from 'chai'
import type { Knex } from 'knex'
import { createKnex } from '../../../service/store/connect.ts'
import { DatabaseUnavailable } from '../../../service/store/database-unavailable.ts'
import { isolate } from '../../../service/store/isolate.ts'
import { createIsolationCheck } from '../../../service/store/isolation-check.ts'
import { emptyDatabase, freshDatabase, superuserOf, type TestDatabase, testServer } from '../../support/database.ts'
import { failureOf } from '../../support/failure-of.ts'

describe('the isolation check', () => {
  let db: TestDatabase
  let owner: Knex

  beforeEach(async () => {
    db = await emptyDatabase()
    owner = db.owner
    await owner.raw('create table devices (tenant_id uuid)')
    await isolate(owner, 'devices')
    await owner.raw('create table settings (words text)')
    await isolate(owner, 'settings', { platformOnly: true })
  })

  afterEach(() => db.drop())

  const expected = { devices: 'tenant', settings: 'platform' } as const
  const problems = async (knex = db.knex) => {
    const found = await createIsolationCheck(knex, { expected, now: () => 0 })()
    return found.map(({ problem }) => problem)
  }

  it('finds nothing in a newly migrated database', async () => {
    const real = await freshDatabase()
    const found = await createIsolationCheck(real.knex, { now: () => 0 })()
    await real.drop()

    expect(found).to.deep.equal([])
  })

  const damages = [
    ['alter table devices disable row level security', 'the table devices has row-level security off'],
    ['alter table devices no force row level security', 'the table devices does not force row-level security'],
    ['drop policy tenant on devices', 'the table devices lacks its policy for customers'],
    ['drop policy platform on devices', 'the table devices lacks its policy for the platform'],
    ['drop policy platform on settings', 'the table settings lacks its policy for the platform'],
    ['create policy more on devices using (true)', 'the table devices is opened by the policy more'],
    ['drop table settings', 'the table settings is missing'],
  ] as const
  for (const [damage, problem] of damages) {
    it(`names the table after: ${damage}`, async () => {
      await owner.raw(damage)

      expect(await problems()).to.deep.equal([problem])
    })
  }

  it('detects a policy of the right name that shows too many rows', async () => {
    await owner.raw('alter policy tenant on devices using (true)')

    expect(await problems()).to.deep.equal([
      'the table devices lacks its policy for customers',
      'the table devices is opened by the policy tenant',
    ])
  })

  describe('of a table with shared rows', () => {
    const check = async () => {
      const found = await createIsolationCheck(db.knex, { expected: { devices: 'shared' }, now: () => 0 })()
      return found.filter(({ table }) => table === 'devices').map(({ problem }) => problem)
    }

    it('accepts the policy that isolate creates, only for such a table', async () => {
      await owner.raw('drop table devices')
      await owner.raw('create table devices (tenant_id uuid)')
      await isolate(owner, 'devices', { shared: true })

      expect(await check()).to.deep.equal([])
      expect(await problems()).to.deep.equal(['the table devices is opened by the policy shared'])
    })

    for (const policy of [
      'for select to coffer_service using (true)',
      'to coffer_service using (tenant_id is null)',
      'for select to coffer_service using (tenant_id is null)',
    ])
      it(`reports a policy ${policy}`, async () => {
        await owner.raw(`create policy shared on devices ${policy}`)

        expect(await check()).to.deep.equal(['the table devices is opened by the policy shared'])
      })
  })

  it('accepts a policy that hides more rows', async () => {
    await owner.raw('create policy less on devices as restrictive using (true)')

    expect(await problems()).to.deep.equal([])
  })

  it('reports an unexpected table that is open to the service', async () => {
    await owner.raw('create table forgotten (tenant_id uuid)')
    const closed = await problems()
    await owner.raw('grant select on forgotten to coffer_service')

    expect(closed).to.deep.equal([])
    expect(await problems()).to.include('the table forgotten has row-level security off')
  })

  it('reports a login that could bypass the policies, directly or through another role', async () => {
    const { admin } = await testServer()
    const asSuperuser = createKnex(await superuserOf(db), { application: 'test' })
    const asOwner = createKnex(db.ownerUrl, { application: 'test' })
    await admin.raw(`create role bypassing login noinherit bypassrls password 'x'`)
    await admin.raw(`create role climbing login noinherit password 'x'`)
    await admin.raw(`create role inheriting login inherit password 'x'`)
    await admin.raw('grant bypassing to climbing; grant coffer_platform to inheriting')
    const as = (name: string) => createKnex(db.url.replace(/\/\/[^@]*@/, `//${name}:x@`), { application: 'test' })
    const logins = [asSuperuser, asOwner, as('bypassing'), as('climbing'), as('inheriting')]

    const found = await Promise.all(logins.map((login) => problems(login)))

    await Promise.all(logins.map((login) => login.destroy()))
    await admin.raw('drop role bypassing, climbing, inheriting')
    expect(found.map((lines) => lines[0])).to.deep.equal([
      'the login postgres could bypass row-level security',
      'the table devices belongs to the login, which could switch its policies off',
      'the login bypassing could bypass row-level security',
      'the login climbing could bypass row-level security as bypassing',
      'the login inheriting inherits coffer_platform, so every transaction sees all customers',
    ])
  })

  it('queries the database again after ten seconds, and not before', async () => {
    let now = 0
    const check = createIsolationCheck(db.knex, { expected, now: () => now })
    const first = await check()
    await owner.raw('drop policy tenant on devices')
    now = 9_999
    const cached = await check()
    now = 10_000
    const asked = await check()

    expect([first.length, cached.length, asked.length]).to.deep.equal([0, 0, 1])
    expect(asked[0]).to.have.property('table', 'devices')
  })

  it('reports that the database is unavailable, without caching that', async () => {
    const unreachable = createKnex('postgres://coffer_service:x@%2Fnowhere:5432/coffer', { application: 'test' })
    const check = createIsolationCheck(unreachable, { expected, now: () => 0 })

    const failures = [await failureOf(check()), await failureOf(check())]

    await unreachable.destroy()
    for (const failure of failures) expect(failure).to.be.instanceOf(DatabaseUnavailable)
    expect(failures[0]).not.to.equal(failures[1])
  })
})
