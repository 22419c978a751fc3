/** A line of what is imported: of a table as a spreadsheet counts it, of a list from 1. */
interface Line {
  row: number
  name: string | null
}

/** A line that became nothing, and why. */
export interface RejectedLine extends Line {
  reason: string
}

/** What a person should know of a line; of the whole where `row` is null. */
export interface ImportWarning {
  row: number | null
  name: string | null
  message: string
  /** For programs; most warnings have none. `unscheduled`: new devices have no schedule; `no_agent`: no agent is enrolled. */
  code?: 'unscheduled' | 'no_agent'
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
