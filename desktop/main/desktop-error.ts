import type { DesktopCode } from '../../shared/messages/codes.ts'
import { type MessageOf, type ParamsArgument, message } from '../../shared/messages/message.ts'

/** An expected error of a bridge call. Other errors are bugs, which are only logged. */
export class DesktopError<Code extends DesktopCode = DesktopCode> extends Error {
  override name = 'DesktopError'
  readonly problem: MessageOf<Code>

  constructor(code: Code, ...params: ParamsArgument<Code>) {
    super(code)
    this.problem = message(code, ...params)
  }
}
