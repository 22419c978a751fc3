import type { Knex } from 'knex'
import { createKnex } from '../../service/store/connect.ts'
import { migrate } from '../../service/store/migrate.ts'
import { migrations } from '../../service/store/migrations/list.ts'
import { type TestDatabase, emptyDatabase, superuserOf } from './database.ts'

/**
 * Creates a database of an earlier version, whose schema has `count` migrations, with all rows of `source` that it can
 * contain.
 */
export async function earlierDatabase(source: TestDatabase, count: number): Promise<TestDatabase> {
  const db = await emptyDatabase()
  await migrate(db.owner, migrations.slice(0, count))
  const [from, into] = [await asSuperuser(source), await asSuperuser(db)]
  try {
    await into.raw('set session_replication_role = replica') // disables foreign keys, for any order of inserts
    for (const [table, columns] of Object.entries(await columnsIn(into))) {
      const list = columns.map((column) => `"${column}"`).join(', ')
      const { rows } = await from.raw(`select to_jsonb(t) as row from ${renamedTables[table] ?? `"${table}"`} t`)
      await into.raw(
        `insert into "${table}" (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::"${table}", ?::jsonb)`,
        [JSON.stringify(rows.flatMap(({ row }: { row: object }) => earlierRow(row, columns)))],
      )
    }
  } finally {
    await Promise.all([from.destroy(), into.destroy()])
  }
  return db
}

/**
 * A block of log lines has no level of its own; in a schema without blocks every row is a line. A service account has no
 * password; a schema without service accounts contains none. Every pack had an MD5.
 */
function earlierRow(row: object, columns: readonly string[]): object[] {
  if ('is_service_account' in row && row.is_service_account && !columns.includes('is_service_account')) return []
  const isLine = 'lines' in row && 'level' in row && !columns.includes('lines')
  const withMd5 = 'md5' in row ? { ...row, md5: row.md5 ?? '\\x' } : row
  return [isLine ? { ...row, level: row.level ?? 'info' } : withMd5]
}

/** Tables of earlier versions that have another name since, as queries of their rows. */
export const renamedTables: Partial<Record<string, string>> = {
  webhooks: `(select c.*, destination as host, r.* from notification_channels c cross join lateral
      jsonb_to_record(rules -> 0) as r (events text[], min_severity text, sites text[], tags text[], platforms text[])
    where kind = 'webhook')`,
  webhook_deliveries: '(select *, channel_id as webhook_id from notification_deliveries)',
}

/** Opens a superuser's connection. The caller closes it. */
export async function asSuperuser(db: TestDatabase): Promise<Knex> {
  return createKnex(await superuserOf(db), { application: 'test', poolMax: 1 })
}

/** Returns the writable columns of every table. */
export async function columnsIn(knex: Knex): Promise<Record<string, string[]>> {
  const { rows } = await knex.raw(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname`)
  return Object.fromEntries(rows.map(({ table, columns }: { table: string; columns: string[] }) => [table, columns]))
}
