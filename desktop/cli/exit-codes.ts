import type { ClientCode, CommandLineCode, ServiceCommandCode } from '../../shared/messages/codes.ts'
import type { MessageOf } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'

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

type Code = ClientCode | CommandLineCode | ServiceCommandCode

/** The end of a command: `hint` is what to do next. Its texts are English. */
export class CommandEnd extends Error {
  override name = 'CommandEnd'
  readonly exitCode: ExitCode
  readonly hint: string | undefined
  readonly code: string

  /** @param code of a problem of the API, the code that the service sent */
  constructor(exitCode: ExitCode, problem: MessageOf<Code>, hint?: MessageOf<ClientCode>, code: string = problem.code) {
    super(render(problem, 'en'))
    this.exitCode = exitCode
    this.hint = hint && render(hint, 'en')
    this.code = code
  }
}
