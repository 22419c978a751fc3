import type { ImportWarning, RejectedLine } from './import-report.ts'

/** A line as it was read, in the contract's words for a device: nobody has looked at the values yet. */
export interface RawLine {
  row: number
  definition: Record<string, unknown>
  /** Options that are replaced alone, where the others stay; undefined takes one away. */
  someOptions?: Record<string, unknown>
}

/** What was read of a table, a document or another inventory. */
export interface RawInventory {
  lines: RawLine[]
  /** Lines that were none before anybody looked at their values. */
  rejected: RejectedLine[]
  warnings: ImportWarning[]
}

/** More devices than this are not taken at once: half an hour of a transaction is too long. */
export const maxLines = 100_000
