import type { FailureCode } from '../../../../shared/contract/failures.ts'

/** A table in which earlier versions stored sealed sentences. */
export type LegacyTable = 'jobs' | 'fleets' | 'daily_reports'

/** The sealed columns of such a table that contained sentences. Each is bound to the row's id and its own name. */
export interface LegacyTexts {
  /**
   * Column with the failure code of a row, which its sentences do not contain; null if the texts contain their codes.
   */
  codeColumn: 'error_code' | 'scan_error_code' | null
  /** By column: returns the text that replaces a stored one; null if it is already converted. */
  columns: Readonly<Record<string, (stored: string, errorCode: FailureCode | null) => string | null>>
}
