import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { createKnex } from '../../../service/store/connect.ts'
import { inScope } from '../../../service/store/scope.ts'
import { tables } from '../../../service/store/tables.ts'
import { failureOf } from '../../support/failure-of.ts'
import { freshDatabase, superuserOf, type TestDatabase } from '../../support/database.ts'

const names = Object.keys(tables)
const ofTenants = names.filter((name) => tables[name as keyof typeof tables] !== 'platform')
const shared = names.filter((name) => tables[name as keyof typeof tables] === 'shared')
const ofPlatform = names.filter((name) => !ofTenants.includes(name))

describe('the schema', () => {
  const [ours, theirs] = [randomUUID(), randomUUID()]
  let db: TestDatabase

  before(async () => {
    db = await freshDatabase()
    const admin = createKnex(await superuserOf(db), { application: 'test', poolMax: 1 })
    for (const table of names) await putRows(admin, table, [ours, theirs])
    await admin.destroy()
  })

  after(() => db.drop())

  it('has exactly the listed tables', async () => {
    const found = await db.owner('pg_class')
      .whereRaw(`relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
      .whereNot('relname', 'migrations')
      .pluck('relname') // prettier-ignore

    expect(found.sort()).to.deep.equal([...names].sort())
  })

  it('shows no rows to a query without a scope', async () => {
    for (const table of ofTenants) expect(await db.knex(table), table).to.deep.equal([])
    for (const table of ofPlatform) expect((await failureOf(db.knex(table))).message).to.match(/permission denied/)
  })

  it('shows each tenant its own row of every table, and the platform both', async () => {
    for (const table of names) {
      const seen = async (scope: Parameters<typeof inScope>[1]) =>
        (await inScope(db.knex, scope, (trx) => trx(table))).length

      expect(await seen({ kind: 'platform' }), table).to.equal(2)
      if (ofPlatform.includes(table)) continue
      expect(await seen({ kind: 'tenant', tenantId: ours }), table).to.equal(1)
      expect(await seen({ kind: 'tenant', tenantId: theirs }), table).to.equal(1)
      expect(await seen({ kind: 'tenant', tenantId: randomUUID() }), table).to.equal(0)
    }
  })

  it('lets every tenant read shared rows, and change none', async () => {
    expect(shared).to.include.members(['platform_documents', 'platform_document_versions'])
    for (const table of shared) {
      const admin = createKnex(await superuserOf(db), { application: 'test', poolMax: 1 })
      await admin.raw('alter table ?? alter column tenant_id drop not null', [table])
      await putRows(admin, table, [null])
      await admin.destroy()
      const inTenant = <T>(work: (trx: Knex.Transaction) => PromiseLike<T>) =>
        inScope(db.knex, { kind: 'tenant', tenantId: ours }, work)

      const seen = await inTenant((trx) => trx(table).whereNull('tenant_id'))
      const changed = await inTenant((trx) =>
        trx(table)
          .whereNull('tenant_id')
          .update({ created_at: new Date(0) }),
      )
      const deleted = await inTenant((trx) => trx(table).whereNull('tenant_id').delete())
      const added = await failureOf(
        inTenant((trx) => trx.raw('insert into ?? select * from ?? where tenant_id is null', [table, table])),
      )
      const withoutScope = await db.knex(table)

      expect({ seen: seen.length, changed, deleted, withoutScope }, table).to.deep.equal({
        ...{ seen: 1, changed: 0, deleted: 0, withoutScope: [] },
      })
      expect(added.message, table).to.match(/row-level security/)
    }
  })

  it('prevents references to another tenant’s row', async () => {
    const { rows } = await db.owner.raw(`
      select f.conrelid::regclass::text || ': ' || pg_get_constraintdef(f.oid) as words
      from pg_constraint f
        join pg_attribute a on a.attrelid = f.conrelid and a.attname = 'tenant_id'
        join pg_attribute b on b.attrelid = f.confrelid and b.attname = 'tenant_id'
      where f.contype = 'f' and a.attnotnull and b.attnotnull and not (a.attnum = any (f.conkey) and b.attnum = any (f.confkey))`)

    expect(rows.map((row: { words: string }) => row.words)).to.deep.equal([])
  })
})

/** Adds one row for each tenant with values that only match the types: other constraints are not tested here. */
async function putRows(admin: Knex, table: string, tenantIds: (string | null)[]) {
  const { rows: checks } = await admin.raw(
    `select conname from pg_constraint where conrelid = ?::regclass and contype = 'c'`, [table]) // prettier-ignore
  for (const { conname } of checks) await admin.raw('alter table ?? drop constraint ??', [table, conname])
  const { rows: columns } = await admin.raw(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = ?::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`,
    [table],
  )
  for (const tenantId of tenantIds) {
    const row = columns.map(({ name, type }: { name: string; type: string }) => [
      name,
      name === 'tenant_id' || (table === 'tenants' && name === 'id') ? tenantId : valueOf(type),
    ])
    await admin.transaction(async (trx) => {
      await trx.raw(`set local session_replication_role = 'replica'`) // rows without the referenced rows
      await trx(table).insert(Object.fromEntries(row))
    })
  }
}

function valueOf(type: string): unknown {
  if (type === 'uuid') return randomUUID()
  if (type === 'text') return randomUUID()
  if (type === 'bytea') return Buffer.from(randomUUID())
  if (type === 'jsonb') return '{}'
  if (type === 'boolean') return true
  if (type.endsWith('[]')) return '{}'
  if (type.startsWith('timestamp')) return '2026-01-01T00:00:00Z'
  if (type === 'date') return '2026-01-01'
  return 1
}
