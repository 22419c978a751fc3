import { expect } from 'chai'
import { excludedTables } from '../../../service/domain/recovery/dump/excluded-tables.ts'
import { migrate } from '../../../service/store/migrate.ts'
import { migrations } from '../../../service/store/migrations/list.ts'
import { tables } from '../../../service/store/tables.ts'
import { type TestDatabase, freshDatabase } from '../../support/database.ts'
import { asSuperuser, columnsIn, earlierDatabase, renamedTables } from '../../support/earlier-database.ts'
import { fillEmptyTables } from '../../support/fill-empty-tables.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'
import { createFullScene } from '../../support/scene/full-scene.ts'

/** Number of migrations of earlier versions. */
const earlier = [1, 5, migrations.length - 1]

describe('a database upgrade', () => {
  let service: TestService
  const opened: TestDatabase[] = []
  before(async () => {
    service = await startTestService()
    const customer = await createFullScene(service)
    const kept = Object.keys(tables).filter((table) => !(table in excludedTables)) // transient data has no rows here
    await fillEmptyTables(service.dependencies.knex, customer.id, kept)
  })
  after(async () => {
    for (const db of opened) await db.drop()
    await service.close()
  })

  async function databaseOf(count: number): Promise<TestDatabase> {
    const db = await earlierDatabase(service.db, count)
    opened.push(db)
    return db
  }

  for (const count of earlier) {
    it(`of ${count} ${count === 1 ? 'step' : 'steps'} keeps every value, and results in the schema of a new database`, async () => {
      const db = await databaseOf(count)
      const before = await contentOf(db)

      const ran = await migrate(db.owner)

      const after = await contentOf(db, before.columns)
      expect(ran).to.deep.equal(migrations.slice(count).map(({ name }) => name))
      expect(Object.values(before.rows).flat()).to.have.length.above(count === 1 ? 5 : 50)
      for (const [table, rows] of Object.entries(before.rows)) {
        const expected = rows.map(convertedIn[table] ?? ((row) => row))
        expect(after.rows[table], table).to.deep.equal(expected)
      }
      const fresh = await freshDatabase()
      opened.push(fresh)
      expect(await describeSize(db)).to.deep.equal(await describeSize(fresh))
    })
  }

  it('returns every backup of the first version that had any', async () => {
    const db = await databaseOf(5)
    await migrate(db.owner)
    const { masterKey, settings, now } = service.dependencies
    const upgraded = await startTestService({ db, masterKey, dataDirectory: settings.dataDirectory, now: now() })
    opened.splice(opened.indexOf(db), 1) // it is closed with its service

    const [before, after] = [await backupsOf(service), await backupsOf(upgraded)]

    await upgraded.close()
    expect(before.filter(({ bytes }) => bytes.includes('hostname'))).to.have.length.above(1)
    expect(after).to.deep.equal(before)
  })
})

/** @param columns by table; default: the existing ones */
async function contentOf(db: TestDatabase, columns?: Record<string, string[]>) {
  const admin = await asSuperuser(db)
  try {
    const wanted = columns ?? (await columnsIn(admin))
    const from = (table: string) => (columns && renamedTables[table]) ?? `"${table}"`
    const rows: Record<string, string[]> = {}
    for (const [table, names] of Object.entries(wanted)) {
      const list = names.map((name) => `"${name}"`).join(', ')
      const found = await admin.raw(
        `select to_jsonb(t)::text as row from (select ${list} from ${from(table)} old) t order by 1`,
      )
      rows[table] = found.rows.map(({ row }: { row: string }) => row)
    }
    return { columns: wanted, rows }
  } finally {
    await admin.destroy()
  }
}

/** Describes columns, indexes, constraints, policies and functions. */
async function describeSize({ owner }: TestDatabase): Promise<string[]> {
  const { rows } = await owner.raw(`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
        || coalesce(column_default, '') as words from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select 'policy ' || tablename || ' ' || policyname || ' ' || coalesce(qual, '') from pg_policies
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    order by 1`)
  return rows.map(({ words }: { words: string }) => words)
}

async function backupsOf(of: TestService): Promise<{ id: string; bytes: string }[]> {
  const admin = await of.as('platform_admin')
  const found: { id: string; bytes: string }[] = []
  const keep = async (id: string, where: string) => {
    const answer = await admin.get(where)
    must(answer, 200)
    found.push({ id, bytes: answer.bytes.toString('latin1') })
  }
  for (const device of must(await admin.get('/api/devices'), 200)) {
    for (const artifact of must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)) {
      if (artifact.kind === 'blob') continue
      for (const { id } of must(await admin.get(`/api/artifacts/${artifact.id}/versions`), 200)) {
        await keep(id, `/api/artifacts/versions/${id}/content?download=true`)
      }
    }
    for (const { id } of must(await admin.get(`/api/devices/${device.id}/snapshots`), 200)) {
      await keep(id, `/api/snapshots/${id}/archive?path=/`)
    }
  }
  return found
}

/** An unknown sentence of an earlier version becomes `legacy_text`, in PostgreSQL's JSON format. */
const convertedIn: Partial<Record<string, (row: string) => string>> = {
  policy_runs: (row) => withMessage(row, 'reason', (message) => message),
  integrity_checks: (row) => withMessage(row, 'keys_damage', (message) => `[${message}]`),
}

function withMessage(row: string, column: string, store: (message: string) => string): string {
  const sentence: unknown = JSON.parse(row)[column]
  if (typeof sentence !== 'string') return row
  const text = JSON.stringify(sentence)
  return row.replace(
    `"${column}": ${text}`,
    () => `"${column}": ${store(`{"code": "legacy_text", "params": {"text": ${text}}}`)}`,
  )
}
