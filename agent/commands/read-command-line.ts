import { ArgumentError, parseArguments } from '../../shared/command-line/parse-arguments.ts'
import { CommandError, exitCodes, unusable } from '../exit-codes.ts'
import type { NamedDevice } from '../standalone/named-device.ts'

const options = {
  url: { type: 'string' },
  'token-file': { type: 'string' },
  replace: { type: 'boolean' },
  'until-stdin-ends': { type: 'boolean' },
  print: { type: 'boolean' },
  device: { type: 'string' },
  platform: { type: 'string' },
  user: { type: 'string' },
  secret: { type: 'string', multiple: true },
  transport: { type: 'string' },
  port: { type: 'string' },
  fingerprint: { type: 'string' },
  artifact: { type: 'string', multiple: true },
  option: { type: 'string', multiple: true },
  out: { type: 'string' },
  verbose: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type OptionName = keyof typeof options

const ofDevice: readonly OptionName[] = [
  'device',
  'platform',
  'user',
  'secret',
  'transport',
  'port',
  'fingerprint',
  'option',
]

/** The options of each command. */
const commands: Readonly<Record<string, readonly OptionName[]>> = {
  enroll: ['url', 'token-file', 'replace'],
  run: ['until-stdin-ends'],
  status: [],
  doctor: ['url', ...ofDevice],
  collect: [...ofDevice, 'artifact', 'out', 'verbose'],
  'install-service': ['print'],
  'uninstall-service': [],
}

export type CommandLine = ReturnType<typeof parse>

/** @throws CommandError naming the invalid argument; also for an unknown command */
export function readCommandLine(argv: string[]): CommandLine {
  const read = parse(argv)
  if (read.options.help || read.options.version) return read
  if (read.command === undefined) throw unusable('command_missing')
  const allowed = Object.hasOwn(commands, read.command) ? commands[read.command] : undefined
  if (!allowed) throw unusable('command_unknown', { command: read.command })
  const foreign = (Object.keys(read.options) as OptionName[]).find((name) => !allowed.includes(name))
  if (foreign !== undefined) throw unusable('option_not_accepted', { command: read.command, option: `--${foreign}` })
  return read
}

/** @throws CommandError if the device or its platform is missing */
export function namedDeviceIn({ options: given }: CommandLine): NamedDevice {
  const { device, platform } = given
  if (device === undefined || platform === undefined) {
    const absent = [...(device === undefined ? ['--device'] : []), ...(platform === undefined ? ['--platform'] : [])]
    throw unusable('options_missing', { options: absent })
  }
  return {
    host: device,
    platform,
    transport: given.transport,
    port: given.port,
    options: given.option ?? [],
    artifacts: given.artifact ?? [],
    fingerprint: given.fingerprint,
  }
}

function parse(argv: string[]) {
  try {
    const { values, positionals } = parseArguments(argv, options)
    const [, unexpected] = positionals
    if (unexpected !== undefined) throw unusable('argument_unexpected', { argument: unexpected })
    return { command: positionals[0], options: values }
  } catch (error) {
    throw error instanceof ArgumentError ? new CommandError(exitCodes.unusable, error.problem) : error
  }
}
