import { parseArgs } from 'node:util'
import type { Command, Options, Values } from './command.ts'
import { commonOptions } from './common-options.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'

/** What was typed, as far as it makes a whole command. */
export interface Typed {
  command: Command
  words: string[]
  values: Values<Options>
  common: Values<typeof commonOptions>
}

/**
 * The command that was typed. Options may stand anywhere behind its name; what follows `--` is a word.
 * @throws CommandEnd naming what is wrong, and what is near
 */
export function parseCommand(argv: readonly string[], commands: readonly Command[]): Typed {
  const command = commandOf(argv, commands)
  const options: Options = { ...command.options, ...commonOptions }
  const { values: all, positionals: words } = parsed(argv.slice(command.name.split(' ').length), options, command)
  const entries = Object.entries(all)
  const values = Object.fromEntries(entries.filter(([name]) => name in command.options)) as Values<Options>
  const common: Values<typeof commonOptions> = Object.fromEntries(entries.filter(([name]) => name in commonOptions))
  if (common.json && common.ndjson) throw unusable('--json and --ndjson: which?', command)
  for (const [name, { oneOf }] of Object.entries(command.options)) {
    const value = values[name]
    if (oneOf && typeof value === 'string' && !oneOf.includes(value)) {
      throw unusable(`--${name} ${value} is none of ${oneOf.join(', ')}`, command)
    }
  }
  if (!common.help) checkWords(words, command, commands)
  return { command, words, values, common }
}

/** The longest name that the first words are. */
function commandOf(argv: readonly string[], commands: readonly Command[]): Command {
  const [first = '', second = ''] = argv
  const found =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
  if (found) return found
  const near = commands.map(({ name }) => name).filter((name) => isNear(name, first))
  const hint = near.length > 0 ? `is it coffer ${near.join(', coffer ')}?` : 'coffer --help'
  throw new CommandEnd(exitCodes.unusable, `there is no command ${first}`, hint)
}

function parsed(args: string[], options: Options, command: Command) {
  try {
    return parseArgs({ args, options: { ...options }, allowPositionals: true })
  } catch (error) {
    throw unusable((error as Error).message.replace(/\. To specify a positional argument.*/s, ''), command)
  }
}

function checkWords(words: readonly string[], command: Command, commands: readonly Command[]): void {
  const { words: wanted, name } = command
  const absent = wanted.find((word, at) => !word.optional && words[at] === undefined)
  if (absent) throw unusable(`${absent.name} is missing`, command)
  const most = wanted.at(-1)?.many ? Infinity : wanted.length
  const extra = words[most]
  if (extra === undefined) return
  const under = commands.filter((one) => one.name.startsWith(`${name} `)).map((one) => one.name)
  const isNoun = words.length === 1 && under.length > 0
  const hint = isNoun ? `is it coffer ${under.join(`, coffer `)}?` : undefined
  throw new CommandEnd(exitCodes.unusable, `'${extra}' is one word too many`, hint ?? `coffer ${name} --help`)
}

function unusable(words: string, { name }: Command): CommandEnd {
  return new CommandEnd(exitCodes.unusable, words, `coffer ${name} --help`)
}

/** A singular, a beginning, or two letters that changed places. */
function isNear(name: string, typed: string): boolean {
  if (typed === '') return false
  const sorted = (text: string) => [...text].sort().join('')
  return name.startsWith(typed) || typed.startsWith(name) || sorted(name) === sorted(typed)
}
