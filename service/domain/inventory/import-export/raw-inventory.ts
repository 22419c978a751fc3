import type { ImportWarning, RejectedLine } from './import-report.ts'

/** A parsed line with the contract's field names; its values are not validated. */
export interface RawLine {
  row: number
  definition: Record<string, unknown>
  /** Options that are replaced individually while the others stay; undefined removes one. */
  someOptions?: Record<string, unknown>
}

/** Parsed content of a table, a document or another inventory. */
export interface RawInventory {
  lines: RawLine[]
  /** Lines that could not be parsed. */
  rejected: RejectedLine[]
  warnings: ImportWarning[]
}

/** Maximum number of devices in an import: more would need a transaction of half an hour. */
export const maxLines = 100_000
