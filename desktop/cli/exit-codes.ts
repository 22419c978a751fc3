import type { ClientCode, CommandLineCode, ServiceCommandCode } from '../../shared/messages/codes.ts'
import type { MessageOf } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'

/** Exit codes for scripts. docs/cli.md has the same table. */
export const exitCodes = {
  done: 0,
  /** a bug of the client */
  unexpected: 1,
  /** an invalid command, option, value, setting or file */
  unusable: 2,
  /** no session, or an expired one */
  notLoggedIn: 3,
  notPermitted: 4,
  /** no object has the name, or several have it */
  notFound: 5,
  /** the service rejected the request in the present state */
  refused: 6,
  /** no response, an incomplete one, or the service is busy */
  notReached: 7,
  /** completed, but the result needs attention: a failed run, a rejected line, a report with exceptions */
  notGood: 8,
  /** the wait timed out */
  timedOut: 9,
  /** terminal closed, interrupted at the keyboard, terminated: as shells count signals */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

type Code = ClientCode | CommandLineCode | ServiceCommandCode

/** Ends a command. `hint` is the next step. The texts are English. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: ExitCode
  readonly hint: string | undefined
  readonly code: string

  /** @param code of a problem of the API: the code that the service sent */
  constructor(exitCode: ExitCode, problem: MessageOf<Code>, hint?: MessageOf<ClientCode>, code: string = problem.code) {
    super(render(problem, 'en'))
    this.exitCode = exitCode
    this.hint = hint && render(hint, 'en')
    this.code = code
  }
}
