/** One thing that was looked at. */
export interface Check {
  /** `note`: it works, and somebody may want to know. */
  is: 'ok' | 'note' | 'wrong'
  /** One or two words, in front of the line. */
  what: string
  /** What was found, in plain words. */
  said: string
  /** Of what is wrong: who can mend it, and how. */
  mender?: string
  /** Of what is wrong: how `doctor` ends. */
  exitCode?: number
}

/** Something in the way of everything behind it. */
export class Blocked extends Error {
  readonly check: Check

  constructor(exitCode: number, what: string, said: string, mender: string) {
    super(said)
    this.check = { is: 'wrong', what, said, mender, exitCode }
  }
}
