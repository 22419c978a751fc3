import type { FailureCode } from '../../../../shared/contract/failures.ts'

/** A table in which earlier versions stored sealed sentences. */
export type LegacyTable = 'jobs' | 'fleets' | 'daily_reports'

/** The sealed columns of such a table that had sentences. Each is bound to the row's id and to its own name. */
export interface LegacyTexts {
  /** Contains the code of a row's failure, which its sentences do not; null where the texts contain their codes. */
  codeColumn: 'error_code' | 'scan_error_code' | null
  /** By column: returns the text that replaces a stored one; null for one in the present form. */
  columns: Readonly<Record<string, (stored: string, errorCode: FailureCode | null) => string | null>>
}
