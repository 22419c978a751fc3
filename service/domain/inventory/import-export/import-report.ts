import type { ImportCode } from '../../../../shared/messages/codes.ts'
import type { MessageOf } from '../../../../shared/messages/message.ts'
import type { FieldError } from '../../kernel/domain-error.ts'

export type ImportMessage = MessageOf<ImportCode>

/** A line of an import: of a table as a spreadsheet counts it, of a list from 1. */
interface Line {
  row: number
  name: string | null
}

/** A rejected line, with at least one error. */
export interface RejectedLine extends Line {
  errors: readonly FieldError[]
}

/** A warning about a line; about the whole import if `row` is null. */
export interface ImportWarning {
  row: number | null
  name: string | null
  warning: ImportMessage
}

/** Result of each line, or in a dry run its expected result. */
export interface ImportReport {
  created: Line[]
  /** Each existing device with the names of its changed fields; empty if nothing changed. */
  updated: (Line & { changed: string[] })[]
  rejected: RejectedLine[]
  warnings: ImportWarning[]
  /** Created and updated devices whose secrets are not sent until a user approves their address. */
  pendingAddresses: number
}

/** Returns a warning about the whole import. */
export function generalWarning(warning: ImportMessage): ImportWarning {
  return { row: null, name: null, warning }
}
