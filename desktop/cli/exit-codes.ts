/** How the client ends, for scripts. The table in docs/cli.md says the same. */
export const exitCodes = {
  done: 0,
  /** a mistake of the client's own */
  unexpected: 1,
  /** a command, an option, a value, a setting or a file that cannot be used */
  unusable: 2,
  /** there is no session, or it has ended */
  notLoggedIn: 3,
  notPermitted: 4,
  /** nothing has that name, or several things have */
  notFound: 5,
  /** the service does not do this as things are */
  refused: 6,
  /** no answer, one that was cut, or not now */
  notReached: 7,
  /** it was done, and what came out needs somebody: a run that failed, a line that was rejected, a report with exceptions */
  notGood: 8,
  /** what was waited for did not end in time */
  timedOut: 9,
  /** ended with its terminal, stopped at the keyboard, ended by somebody else, as shells count it */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The end of a command, in words for the person who gave it; `hint` says what to do about it. */
export class CommandEnd extends Error {
  override name = 'CommandEnd'
  readonly exitCode: ExitCode
  readonly hint: string | undefined

  constructor(exitCode: ExitCode, message: string, hint?: string) {
    super(message)
    this.exitCode = exitCode
    this.hint = hint
  }
}
