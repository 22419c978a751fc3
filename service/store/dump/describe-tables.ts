import type { Knex } from 'knex'

/** A table of a dump with its columns, without generated ones. */
export interface DumpedTable {
  name: string
  columns: string[]
  /** Columns that PostgreSQL numbers. */
  identity: string[]
}

/**
 * Returns the tables of the schema, each after those that it references. Excludes unlogged tables, which PostgreSQL
 * empties after a crash, individual partitions, and the list of migrations.
 */
export async function describeTables(trx: Knex): Promise<DumpedTable[]> {
  const { rows: found } = await trx.raw(tablesQuery)
  const { rows: references } = await trx.raw(referencesQuery)
  return orderByReferences<DumpedTable>(found, references)
}

/**
 * Sorts referenced items before those that reference them; otherwise by name.
 * @throws Error naming the tables of a circular reference
 */
function orderByReferences<T extends { name: string }>(tables: T[], references: Reference[]): T[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const needs = references.filter(({ name, refers_to }) => name !== refers_to && left.has(refers_to))
  const ordered: T[] = []
  while (left.size > 0) {
    const ready = [...left.values()]
      .filter(({ name }) => !needs.some((need) => need.name === name && left.has(need.refers_to)))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`)
    for (const table of ready) left.delete(table.name)
    ordered.push(...ready)
  }
  return ordered
}

/** A foreign key. */
export interface Reference {
  name: string
  refers_to: string
}

const tablesQuery = `
  select c.relname as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
    coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attidentity <> ''), '{}') as identity
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p' and c.relname <> 'migrations'
  group by c.oid, c.relname`

const referencesQuery = `
  select a.relname as name, b.relname as refers_to
  from pg_constraint f join pg_class a on a.oid = f.conrelid join pg_class b on b.oid = f.confrelid
  where f.contype = 'f' and f.connamespace = 'public'::regnamespace and not a.relispartition`
