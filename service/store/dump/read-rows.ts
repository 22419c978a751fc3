import type { Knex } from 'knex'

/** Rows per round trip. */
const batch = 2_000

/** `emptied`: bytea columns that are read as empty. */
export interface ReadRowsOptions {
  emptied?: string[]
}

/**
 * Yields all rows of a table in batches, as one-line JSON texts, through a cursor. PostgreSQL itself writes and parses
 * them: microseconds, integers of any length and bytes are preserved.
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
