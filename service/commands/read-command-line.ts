import { ArgumentError, parseArguments } from '../../shared/command-line/parse-arguments.ts'
import { StartupError, startupError } from '../store/startup-error.ts'

/** A parsed command line. `options`: true for an option without a value. */
export interface CommandLine {
  command: string
  argument: string | undefined
  options: Record<string, string | true>
}

interface Shape {
  /** Whether the command takes an argument. */
  takes: boolean
  options: Record<string, { type: 'string' | 'boolean' }>
}

const flag = { type: 'boolean' } as const
const tombstones = { destroyed: { type: 'string' }, 'not-destroyed': { type: 'string' } } as const
const bare: Shape = { takes: false, options: {} }

const shapes: Record<string, Shape> = {
  start: bare,
  config: bare,
  migrate: bare,
  verify: bare,
  'create-admin': { takes: true, options: { replace: flag } },
  bootstrap: { takes: true, options: { tokens: { type: 'string' } } },
  'breached-passwords': {
    takes: true,
    options: { from: { type: 'string' }, passwords: flag, 'minimum-count': { type: 'string' } },
  },
  check: bare,
  dump: { takes: true, options: {} },
  restore: { takes: true, options: { 'from-store': flag, ...tombstones } },
  'rebuild-index': { takes: false, options: { 'dry-run': flag, ...tombstones } },
  'repair-store': bare,
  'rewrap-keys': bare,
  'remove-former-keys': bare,
  help: bare,
}

/**
 * Parses the command line; the default command is `start`. An unknown option is an error: if it were ignored, a
 * mistyped option would change what the command does.
 * @throws StartupError
 */
export function readCommandLine(args: string[]): CommandLine {
  const at = args.findIndex((arg) => !arg.startsWith('-') || arg === '-')
  const wanted = args.some((arg) => arg === '--help' || arg === '-h') ? 'help' : at === -1 ? 'start' : args[at]!
  const shape = Object.hasOwn(shapes, wanted) ? shapes[wanted] : undefined
  if (!shape) throw new StartupError('command_unknown', { command: wanted })
  if (wanted === 'help') return { command: wanted, argument: undefined, options: {} }
  const { positionals, values } = parsed(at === -1 ? args : args.toSpliced(at, 1), shape)
  const [argument, more] = positionals
  const tooMany = shape.takes ? more : argument
  if (tooMany !== undefined) throw new StartupError('argument_unexpected', { argument: tooMany })
  const options = Object.entries(values).filter((entry): entry is [string, string | true] => Boolean(entry[1]))
  return { command: wanted, argument, options: Object.fromEntries(options) }
}

function parsed(args: string[], { options }: Shape) {
  try {
    return parseArguments(args, options)
  } catch (error) {
    throw error instanceof ArgumentError ? startupError(error.problem) : error
  }
}
