/**
 * Format of a dump: one record per line, its kind and JSON.
 *
 *     h {"format":1, "taken_at": …, "migrations": […], "keys": true}     first
 *     t {"name": "tenants", "columns": […], "identity": […]}             a table begins
 *     r {"id": …}                                                       a row of it, as PostgreSQL writes it
 *     e {"rows": 12}                                                    the table ends
 *     z {"tables": 31, "rows": 1200}                                    last
 */
export interface DumpHeader {
  format: 1
  /** RFC 3339; the instant of all rows. */
  taken_at: string
  /** The migrations of the schema, in order. */
  migrations: string[]
  /** Whether the tenants' wrapped keys are included; otherwise they are read from the object store. */
  keys: boolean
}

/** A dump's instant, and its number of rows by table. */
export interface DumpSummary {
  takenAt: Date
  rows: Record<string, number>
}

export const recordKinds = { header: 'h', table: 't', row: 'r', end: 'e', last: 'z' } as const

export function rowsOf({ rows }: Pick<DumpSummary, 'rows'>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}
