import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { CommonValues, Connection } from './connection.ts'
import type { ClientSettings } from './settings.ts'
import type { Terminal } from './terminal.ts'

/** An option of a command. A `boolean` takes no value. */
export interface Option {
  type: 'string' | 'boolean'
  multiple?: boolean
  short?: string
  /** Name of its value in the help, such as `SITE`. */
  value?: string
  /** The allowed values; absent if any is allowed. */
  oneOf?: readonly string[]
  description: string
}

export type Options = Record<string, Option>

type ValueOf<O extends Option> = O extends { type: 'boolean' }
  ? boolean
  : O extends { multiple: true; oneOf: readonly (infer Value)[] }
    ? Value[]
    : O extends { multiple: true }
      ? string[]
      : O extends { oneOf: readonly (infer Value)[] }
        ? Value
        : string

export type Values<O extends Options> = { [Name in keyof O]?: ValueOf<O[Name]> }

/** A positional argument. */
export interface Word {
  name: string
  optional?: boolean
  many?: boolean
  /** Values that completion offers. */
  oneOf?: readonly string[]
  /** Whether completion offers device names. */
  isDevice?: boolean
}

/** Everything that a command receives. */
export interface Call<O extends Options = Options> {
  words: string[]
  values: Values<O>
  common: CommonValues
  settings: ClientSettings
  out: Output
  terminal: Terminal
  /**
   * Connects at the first call.
   * @throws CommandError without a login
   */
  connect(): Connection
  now(): Date
}

/** A command of the client, with everything for help and completion. */
export interface Command {
  /** One or two words, as typed. */
  name: string
  summary: string
  details?: string
  words: readonly Word[]
  options: Options
  /** Example lines with their effect; docs/cli.md contains them too. */
  examples: readonly (readonly [line: string, does: string])[]
  run(call: Call): Promise<ExitCode | void>
}

interface GivenCommand<O extends Options> extends Omit<Command, 'options' | 'run'> {
  options: O
  run(call: Call<O>): Promise<ExitCode | void>
}

/** Defines a command whose `run` knows the types of its options. */
export function command<const O extends Options>(given: GivenCommand<O>): Command {
  return given
}
