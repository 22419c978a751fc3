import type { AgentCommandCode, CommandLineCode, ServiceCommandCode, StartupCode } from '../shared/messages/codes.ts'
import type { MessageOf, MessageParams, PlainCode } from '../shared/messages/message.ts'
import { render } from '../shared/messages/render.ts'

/** Exit codes of the agent, for scripts and service managers. The table in docs/agent.md lists the same codes. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  /** a command, option, setting or file is invalid */
  unusable: 2,
  notEnrolled: 3,
  /** the enrolment token was refused */
  tokenRefused: 4,
  /** the service does not reply */
  notReached: 5,
  /** an administrator revoked this agent: restarting it does not help */
  revoked: 6,
  /** another process runs on the same state */
  alreadyRunning: 7,
  /** the server is not the pinned service */
  notTheService: 8,
  /** `doctor`: the service's name cannot be resolved */
  nameUnresolved: 9,
  /** `doctor`: the proxy cannot be reached, or denies the connection */
  proxyFailed: 10,
  /** `doctor`: no connection to the service's port */
  portClosed: 11,
  /** `doctor`: the service's certificate is not trusted, or its port speaks no TLS */
  tlsFailed: 12,
  /** `doctor`: this computer's clock is wrong by minutes */
  clockOff: 13,
  /** `doctor`: agent and service have no common protocol version */
  protocolUnknown: 14,
  /** `doctor`: the object store cannot be reached from here */
  storeUnreached: 15,
  /** `collect`: some artifacts could not be read, the others were stored */
  partial: 16,
  /** the command needs rights that the caller lacks */
  notAllowed: 17,
  /** the computer's service manager refused */
  serviceManagerFailed: 18,
  /** `collect`: the disk is full, or the reader of standard output closed it */
  notWritten: 19,
  /** a user stopped the command before it was complete */
  stopped: 20,
} as const

type Code = AgentCommandCode | CommandLineCode | StartupCode | ServiceCommandCode

type CommandErrorArguments<Given extends Code> = Given extends PlainCode
  ? [params?: MessageParams<Given>]
  : [params: MessageParams<Given>]

/** The end of a command. Its `message` is the English sentence for the user, in one line. */
export class CommandError extends Error {
  override name = 'CommandError'
  /** One of `exitCodes` or `deviceExitCodes`. */
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

/** Returns the end of a command with an invalid argument, setting or file. */
export function unusable<Given extends Code>(code: Given, ...[params]: CommandErrorArguments<Given>): CommandError {
  return endWith(exitCodes.unusable, code, ...([params] as unknown as CommandErrorArguments<Given>))
}

/** Returns the end of a command with one of `exitCodes` or `deviceExitCodes`. */
export function endWith<Given extends Code>(
  exitCode: number,
  code: Given,
  ...[params]: CommandErrorArguments<Given>
): CommandError {
  return new CommandError(exitCode, { code, params: params ?? {} } as unknown as MessageOf<Code>)
}
