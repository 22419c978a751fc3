import type { Knex } from 'knex'
import type { DumpedTable } from './describe-tables.ts'

/**
 * Inserts rows of `readRows`. COPY would be faster, but PostgreSQL does not support it for tables with row-level
 * security.
 */
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
 * Sets identity sequences to continue after the loaded rows. Only the owner of the schema may do so, and only the
 * platform role sees the rows: the transaction has the platform role before and afterwards.
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

/** Returns those of the tables that contain rows. */
export async function occupiedTables(trx: Knex, tables: DumpedTable[]): Promise<string[]> {
  const occupied: string[] = []
  for (const { name } of tables) {
    const { rows } = await trx.raw('select exists (select from ??) as occupied', [name])
    if (rows[0].occupied) occupied.push(name)
  }
  return occupied
}
