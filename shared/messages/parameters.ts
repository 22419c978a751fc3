import type { Message } from './message.ts'

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
 */
export interface ParameterTypes {
  text: string
  word: string
  count: number
  bytes: number
  seconds: number
  instant: string
  texts: readonly string[]
  message: Message
  messages: readonly Message[]
}

export type ParameterKind = keyof ParameterTypes

/**
 * Codes with the kinds of their parameters, both in snake_case as in the API. Codes are public: a released code keeps its
 * meaning and its parameters.
 */
export type MessageGroup = Readonly<Record<string, Readonly<Record<string, ParameterKind>>>>

/** The parameters of one code. */
export type ParametersOf<Kinds> = { [Name in keyof Kinds]: ParameterTypes[Kinds[Name] & ParameterKind] }
