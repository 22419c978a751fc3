import type { Knex } from 'knex'
import type { DumpedTable } from './describe-tables.ts'

/** Inserts rows that `readRows` wrote. COPY would be quicker, and PostgreSQL has none for tables with row-level security. */
export async function loadRows(trx: Knex, { name, columns }: DumpedTable, lines: string[]): Promise<number> {
  const named = columns.map(() => '??').join(', ')
  const { rowCount } = await trx.raw(
    `insert into ?? (${named}) overriding system value
     select ${named} from json_populate_recordset(null::??, ?::json)`,
    [name, ...columns, ...columns, name, `[${lines.join(',')}]`],
  )
  return rowCount ?? 0
}

/**
 * Lets PostgreSQL go on numbering behind the rows that were loaded. Only the owner of the schema may say so, and only
 * the platform's role sees the rows: the transaction is the platform's before and afterwards.
 */
export async function continueNumbering(trx: Knex, { name, identity }: DumpedTable): Promise<void> {
  for (const column of identity) {
    const { rows } = await trx.raw('select max(??) as last from ??', [column, name])
    if (rows[0].last === null) continue
    await trx.raw('set local role none')
    await trx.raw('select setval(pg_get_serial_sequence(?, ?), ?)', [name, column, rows[0].last])
    await trx.raw('set local role coffer_platform')
  }
}

/** The tables among these that hold anything. */
export async function occupiedTables(trx: Knex, tables: DumpedTable[]): Promise<string[]> {
  const occupied: string[] = []
  for (const { name } of tables) {
    const { rows } = await trx.raw('select exists (select from ??) as occupied', [name])
    if (rows[0].occupied) occupied.push(name)
  }
  return occupied
}
