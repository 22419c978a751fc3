import type { codes } from './codes.ts'
import type { ParameterKind } from './parameters.ts'

type Codes = typeof codes
export type MessageCode = keyof Codes

/**
 * What a parameter of a message may be, and how a sentence writes it:
 * - `text`: as it is; names, paths and whatever a device or a person wrote
 * - `word`: one of a few words of the contract; the sentence names its translations (`{state, select, …}`)
 * - `count`: digits of the locale; the sentence may choose a plural by it
 * - `bytes`: a number of bytes, as `5.3 KiB`
 * - `seconds`: a number of seconds, as `90 s`, `15 min` or `36 h`
 * - `instant`: an ISO 8601 instant in UTC, as it is
 * - `texts`: several texts, separated by commas
 * - `message`: another message, rendered in its place
 * - `messages`: several messages, separated by semicolons
 * - `sentences`: several messages, one after the other
 */
interface ParameterTypes extends Record<ParameterKind, unknown> {
  text: string
  word: string
  count: number
  bytes: number
  seconds: number
  instant: string
  texts: readonly string[]
  message: Message
  messages: readonly Message[]
  sentences: readonly Message[]
}

/** The parameters of one code. */
type ParametersOf<Kinds> = { [Name in keyof Kinds]: ParameterTypes[Kinds[Name] & ParameterKind] }

/** The parameters of a code. */
export type MessageParams<Code extends MessageCode> = ParametersOf<Codes[Code]>

/** A message with one of the given codes. It replaces sentences at every boundary. */
export type MessageOf<Code extends MessageCode> = { [C in Code]: { code: C; params: MessageParams<C> } }[Code]
export type Message = MessageOf<MessageCode>

/** The codes that have no parameters. */
export type PlainCode = { [Code in MessageCode]: keyof Codes[Code] extends never ? Code : never }[MessageCode]

/** A message from another program or from storage. Its code may be of another version. */
export interface ReceivedMessage {
  code: string
  params: Record<string, unknown>
}

/** The arguments after a code: its parameters, or nothing if it has none. */
export type ParamsArgument<Code extends MessageCode> = Code extends PlainCode
  ? [params?: undefined]
  : [params: MessageParams<Code>]

export function message<Code extends MessageCode>(code: Code, ...[params]: ParamsArgument<Code>): MessageOf<Code> {
  return { code, params: params ?? {} } as unknown as MessageOf<Code>
}
