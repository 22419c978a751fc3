import type { CommandLineCode, ServiceCommandCode, StartupCode } from '../../shared/messages/codes.ts'
import type { MessageOf, MessageParams, PlainCode } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'

type Code = StartupCode | ServiceCommandCode | CommandLineCode

/** Why the service cannot start, or a command failed. */
export type StartupMessage = MessageOf<Code>

type StartupErrorArguments<Given extends Code> = Given extends PlainCode
  ? [params?: MessageParams<Given>, options?: ErrorOptions]
  : [params: MessageParams<Given>, options?: ErrorOptions]

/**
 * An expected error for the operator who starts the service or a command. Its `message` is the English sentence, in one
 * line.
 */
export class StartupError<Given extends Code = Code> extends Error {
  override name = 'StartupError'
  readonly startup: MessageOf<Given>

  constructor(code: Given, ...[params = {} as MessageParams<Given>, options]: StartupErrorArguments<Given>) {
    const startup = { code, params } as unknown as MessageOf<Given>
    super(
      render(startup as StartupMessage, 'en')
        .replace(/\s*\n\s*/g, ' ')
        .trim(),
      options,
    )
    this.startup = startup
  }
}

/** Returns the error of a message. */
export function startupError({ code, params }: StartupMessage): StartupError {
  return new StartupError(code, params as never)
}
