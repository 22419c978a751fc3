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
  /** What its value is, as help shows it: `SITE`. */
  value?: string
  /** The values it takes, where it takes no others. */
  oneOf?: readonly string[]
  tells: string
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

/** A word after the command's name. */
export interface Word {
  name: string
  optional?: boolean
  many?: boolean
  /** Words that completion offers for it. */
  oneOf?: readonly string[]
  /** Completion offers the devices' names for it. */
  isDevice?: boolean
}

/** What a command is handed: all it knows of the world. */
export interface Call<O extends Options = Options> {
  words: string[]
  values: Values<O>
  common: CommonValues
  settings: ClientSettings
  out: Output
  terminal: Terminal
  /** Made at the first asking. @throws CommandEnd where nobody is logged in */
  connect(): Connection
  now(): Date
}

/** A command of the client, with all that help and completion say of it. */
export interface Command {
  /** As it is typed, one word or two. */
  name: string
  summary: string
  details?: string
  words: readonly Word[]
  options: Options
  /** Lines to type, each with what it does; docs/cli.md tells of the same. */
  examples: readonly (readonly [line: string, does: string])[]
  run(call: Call): Promise<ExitCode | void>
}

interface GivenCommand<O extends Options> extends Omit<Command, 'options' | 'run'> {
  options: O
  run(call: Call<O>): Promise<ExitCode | void>
}

/** A command whose `run` knows its options by their types. */
export function command<const O extends Options>(given: GivenCommand<O>): Command {
  return given
}
