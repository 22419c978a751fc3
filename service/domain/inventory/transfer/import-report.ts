import type { ImportCode } from '../../../../shared/messages/codes.ts'
import type { MessageOf } from '../../../../shared/messages/message.ts'
import type { FieldError } from '../../kernel/domain-error.ts'

export type ImportMessage = MessageOf<ImportCode>

/** A line of what is imported: of a table as a spreadsheet counts it, of a list from 1. */
interface Line {
  row: number
  name: string | null
}

/** A line from which no device was made, with at least one error. */
export interface RejectedLine extends Line {
  errors: readonly FieldError[]
}

/** What a user should know about a line; about the whole import where `row` is null. */
export interface ImportWarning {
  row: number | null
  name: string | null
  warning: ImportMessage
}

/** What became of each line, or in a dry run would have. */
export interface ImportReport {
  created: Line[]
  /** Every device that was there already, with the fields that are different now; none for one that is as it was. */
  updated: (Line & { changed: string[] })[]
  rejected: RejectedLine[]
  warnings: ImportWarning[]
  /** Created and updated devices whose secrets are not sent until a user approves their address. */
  pendingAddresses: number
}

/** A warning about the whole import. */
export function generalWarning(warning: ImportMessage): ImportWarning {
  return { row: null, name: null, warning }
}
