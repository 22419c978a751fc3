import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { CommandLineCode } from '../messages/codes.ts'
import { type MessageOf, message } from '../messages/message.ts'
import { render } from '../messages/render.ts'

/** An error in the arguments of a command. */
export class ArgumentError extends Error {
  override name = 'ArgumentError'
  readonly problem: MessageOf<CommandLineCode>

  constructor(problem: MessageOf<CommandLineCode>) {
    super(render(problem, 'en'))
    this.problem = problem
  }
}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true; tokens: true }>
>

/**
 * Parses arguments as Node's `parseArgs` does, with errors as codes.
 * @throws ArgumentError for an unknown option, a missing value, or a value for an option without one
 */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
): Parsed<Options> {
  const config = { args: [...args], options, allowPositionals: true, tokens: true } satisfies ParseArgsConfig
  for (const token of parseArgs({ ...config, strict: false }).tokens) {
    if (token.kind !== 'option') continue
    const option = token.rawName
    const type = Object.hasOwn(options, token.name) ? options[token.name]?.type : undefined
    if (type === undefined) throw new ArgumentError(message('option_unknown', { option }))
    if (type === 'boolean' && token.value !== undefined) {
      throw new ArgumentError(message('option_value_unexpected', { option }))
    }
    if (type === 'string' && (token.value === undefined || (!token.inlineValue && /^-./.test(token.value)))) {
      throw new ArgumentError(message('option_value_missing', { option }))
    }
  }
  return parseArgs(config) as Parsed<Options>
}
