/** How the agent's program ends, for scripts and service managers. The table in docs/agent.md says the same. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  /** a command, an option, a setting or a file that cannot be used */
  unusable: 2,
  notEnrolled: 3,
  /** the enrolment token was refused */
  tokenRefused: 4,
  /** the service does not answer */
  notReached: 5,
  /** an operator revoked this agent: starting it again does not help */
  revoked: 6,
  /** another process runs on the same state */
  alreadyRunning: 7,
  /** what answers is not the service that is pinned */
  notTheService: 8,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The end of a command, in words for the person who gave it. */
export class CommandEnd extends Error {
  override name = 'CommandEnd'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
