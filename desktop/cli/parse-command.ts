import { ArgumentError, parseArguments } from '../../shared/command-line/parse-arguments.ts'
import type { CommandLineCode } from '../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import type { Command, Options, Values } from './command.ts'
import { commonOptions } from './common-options.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/** A parsed command line. */
export interface Typed {
  command: Command
  words: string[]
  values: Values<Options>
  common: Values<typeof commonOptions>
}

/**
 * Parses a command line. Options may be anywhere after the command's name; arguments after `--` are positional.
 * @throws CommandError with what is wrong, and similar names
 */
export function parseCommand(argv: readonly string[], commands: readonly Command[]): Typed {
  const command = commandOf(argv, commands)
  const options: Options = { ...command.options, ...commonOptions }
  const { values: all, positionals: words } = parsed(argv.slice(command.name.split(' ').length), options, command)
  const entries = Object.entries(all)
  const values = Object.fromEntries(entries.filter(([name]) => name in command.options)) as Values<Options>
  const common: Values<typeof commonOptions> = Object.fromEntries(entries.filter(([name]) => name in commonOptions))
  if (common.json && common.ndjson)
    throw unusable(message('options_exclusive', { options: ['--json', '--ndjson'] }), command)
  for (const [name, { oneOf }] of Object.entries(command.options)) {
    const wrong = [values[name]].flat().find((value) => typeof value === 'string' && oneOf?.includes(value) === false)
    if (typeof wrong !== 'string') continue
    const params = { option: `--${name}`, given: wrong, choices: oneOf ?? [] }
    throw unusable(message('option_not_one_of', params), command)
  }
  if (!common.help) checkWords(words, command, commands)
  return { command, words, values, common }
}

/** Returns the command with the longest name at the beginning. */
function commandOf(argv: readonly string[], commands: readonly Command[]): Command {
  const [first = '', second = ''] = argv
  const found =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
  if (found) return found
  const near = commands.map(({ name }) => name).filter((name) => isNear(name, first))
  const hint = near.length > 0 ? similar(near) : message('run_command', { command: 'coffer --help' })
  throw new CommandError(exitCodes.unusable, message('command_unknown', { command: first }), hint)
}

function parsed(args: string[], options: Options, command: Command) {
  const result = readArguments(args, options, command)
  const names = result.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const repeated = names.find((name, at) => options[name]?.multiple !== true && names.indexOf(name) !== at)
  if (repeated !== undefined) throw unusable(message('option_repeated', { option: `--${repeated}` }), command)
  return result
}

function readArguments(args: string[], options: Options, command: Command) {
  try {
    return parseArguments(args, { ...options })
  } catch (error) {
    throw error instanceof ArgumentError ? unusable(error.problem, command) : error
  }
}

function checkWords(words: readonly string[], command: Command, commands: readonly Command[]): void {
  const { words: expected, name } = command
  const absent = expected.find((word, at) => !word.optional && words[at] === undefined)
  if (absent) throw unusable(message('argument_missing', { argument: absent.name }), command)
  const most = expected.at(-1)?.many ? Infinity : expected.length
  const extra = words[most]
  if (extra === undefined) return
  const under = commands.filter((one) => one.name.startsWith(`${name} `)).map((one) => one.name)
  const isNoun = words.length === 1 && under.length > 0
  const hint = isNoun ? similar(under) : undefined
  const problem = message('argument_unexpected', { argument: extra })
  throw new CommandError(
    exitCodes.unusable,
    problem,
    hint ?? message('run_command', { command: `coffer ${name} --help` }),
  )
}

function similar(commands: readonly string[]) {
  return message('similar_commands', { commands: commands.map((name) => `coffer ${name}`) })
}

function unusable(problem: MessageOf<CommandLineCode>, { name }: Command): CommandError {
  return new CommandError(exitCodes.unusable, problem, message('run_command', { command: `coffer ${name} --help` }))
}

/** Returns whether the names differ by a plural, a missing end, or two swapped letters. */
function isNear(name: string, typed: string): boolean {
  if (typed === '') return false
  const sorted = (text: string) => [...text].sort().join('')
  return name.startsWith(typed) || typed.startsWith(name) || sorted(name) === sorted(typed)
}
