/** The result of one check. */
export interface Check {
  /** `note`: a remark that is no failure. */
  status: 'ok' | 'note' | 'failed'
  /** What was checked, in one or two words, printed at the start of the line. */
  subject: string
  /** The result, for people. */
  result: string
  /** For a failure: who can correct it, and how. */
  advice?: string
  /** For a failure: the exit code of `doctor`. */
  exitCode?: number
}

/** A failure that makes the later checks impossible. */
export class Blocked extends Error {
  readonly check: Check

  constructor(exitCode: number, subject: string, result: string, advice: string) {
    super(result)
    this.check = { status: 'failed', subject, result, advice, exitCode }
  }
}
