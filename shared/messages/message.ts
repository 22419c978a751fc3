import type { codes } from './codes.ts'
import type { ParametersOf } from './parameters.ts'

type Codes = typeof codes
export type MessageCode = keyof Codes

/** The parameters of a code. */
export type MessageParams<Code extends MessageCode> = ParametersOf<Codes[Code]>

/** One message of one of the given codes: what crosses every boundary in place of a sentence. */
export type MessageOf<Code extends MessageCode> = { [C in Code]: { code: C; params: MessageParams<C> } }[Code]
export type Message = MessageOf<MessageCode>

/** The codes that have no parameters. */
export type PlainCode = { [Code in MessageCode]: keyof Codes[Code] extends never ? Code : never }[MessageCode]

/** A message as another program sent or stored it: its code may be of another version. */
export interface ReceivedMessage {
  code: string
  params: Record<string, unknown>
}

/** The arguments that follow a code: its parameters, or nothing where it has none. */
export type ParamsArgument<Code extends MessageCode> = Code extends PlainCode
  ? [params?: undefined]
  : [params: MessageParams<Code>]

export function message<Code extends MessageCode>(code: Code, ...[params]: ParamsArgument<Code>): MessageOf<Code> {
  return { code, params: params ?? {} } as unknown as MessageOf<Code>
}
