/** The result of one check. */
export interface Check {
  /** `note`: it works, with a remark. */
  is: 'ok' | 'note' | 'wrong'
  /** One or two words, printed at the start of the line. */
  what: string
  /** The result in plain language. */
  said: string
  /** For a failure: who can correct it, and how. */
  mender?: string
  /** For a failure: the exit code of `doctor`. */
  exitCode?: number
}

/** A failure that makes the later checks impossible. */
export class Blocked extends Error {
  readonly check: Check

  constructor(exitCode: number, what: string, said: string, mender: string) {
    super(said)
    this.check = { is: 'wrong', what, said, mender, exitCode }
  }
}
