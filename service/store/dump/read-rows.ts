import type { Knex } from 'knex'

/** Rows of one round trip. */
const batch = 2_000

/** `emptied`: columns of bytes that are read as no bytes. */
export interface ReadRowsOptions {
  emptied?: string[]
}

/**
 * All rows of a table, as JSON texts of one line each, a few at a time through a cursor. PostgreSQL itself writes and
 * reads them: microseconds, whole numbers of any length and bytes come back as they were.
 */
export async function* readRows(
  trx: Knex,
  table: string,
  columns: string[],
  { emptied = [] }: ReadRowsOptions = {},
): AsyncGenerator<string[]> {
  const named = columns.map((column) => (emptied.includes(column) ? `''::bytea as ??` : '??')).join(', ')
  await trx.raw(
    `declare dumped no scroll cursor for
     select to_jsonb(dumped_row.*)::text as line from (select ${named} from ??) dumped_row`,
    [...columns, table],
  )
  for (;;) {
    const { rows } = await trx.raw(`fetch forward ${batch} from dumped`)
    if (rows.length > 0) yield rows.map((row: { line: string }) => row.line)
    if (rows.length < batch) break
  }
  await trx.raw('close dumped')
}
