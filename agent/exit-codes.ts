import type { AgentCommandCode, CommandLineCode, ServiceCommandCode, StartupCode } from '../shared/messages/codes.ts'
import type { MessageOf, MessageParams, PlainCode } from '../shared/messages/message.ts'
import { render } from '../shared/messages/render.ts'

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
  /** `doctor`: the service's name cannot be resolved */
  nameUnresolved: 9,
  /** `doctor`: the proxy on the way cannot be reached, or lets nobody through */
  proxyFailed: 10,
  /** `doctor`: no connection with the service's port */
  portClosed: 11,
  /** `doctor`: the service's certificate is not trusted, or its port speaks no TLS */
  tlsFailed: 12,
  /** `doctor`: this computer's clock is minutes off */
  clockOff: 13,
  /** `doctor`: agent and service speak no common version of the protocol */
  protocolUnknown: 14,
  /** `doctor`: the object store cannot be reached from here */
  storeUnreached: 15,
  /** `collect`: some artifacts could not be read, the others were kept */
  partial: 16,
  /** the command needs rights that the caller has not */
  notAllowed: 17,
  /** the computer's service manager refused */
  serviceManagerFailed: 18,
  /** `collect`: the disk or whoever reads standard output does not take what was read */
  notWritten: 19,
  /** whoever gave the command stopped it before it was done */
  stopped: 20,
} as const

type Code = AgentCommandCode | CommandLineCode | StartupCode | ServiceCommandCode

type CommandEndArguments<Given extends Code> = Given extends PlainCode
  ? [params?: MessageParams<Given>]
  : [params: MessageParams<Given>]

/** The end of a command, for the person who ran it. Its `message` is the English sentence, in one line. */
export class CommandEnd extends Error {
  override name = 'CommandEnd'
  /** One of the list above, or of `deviceExitCodes`. */
  readonly exitCode: number
  readonly problem: MessageOf<Code>

  constructor(exitCode: number, problem: MessageOf<Code>) {
    super(
      render(problem, 'en')
        .replace(/\s*\n\s*/g, ' ')
        .trim(),
    )
    this.exitCode = exitCode
    this.problem = problem
  }
}

/** The end of a command that has an argument, setting or file that cannot be used. */
export function unusable<Given extends Code>(code: Given, ...[params]: CommandEndArguments<Given>): CommandEnd {
  return endWith(exitCodes.unusable, code, ...([params] as unknown as CommandEndArguments<Given>))
}

/** The end of a command with an exit code of the list above, or of `deviceExitCodes`. */
export function endWith<Given extends Code>(
  exitCode: number,
  code: Given,
  ...[params]: CommandEndArguments<Given>
): CommandEnd {
  return new CommandEnd(exitCode, { code, params: params ?? {} } as unknown as MessageOf<Code>)
}
