import { parseArgs } from 'node:util'
import { CommandEnd, exitCodes } from '../exit-codes.ts'
import type { NamedDevice } from '../one-device/named-device.ts'

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

/** What each command takes. */
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

/** @throws CommandEnd naming what cannot be used, without a command that is none */
export function readCommandLine(argv: string[]): CommandLine {
  const read = parse(argv)
  if (read.options.help || read.options.version) return read
  if (read.command === undefined) throw unusable('a command is missing')
  const allowed = Object.hasOwn(commands, read.command) ? commands[read.command] : undefined
  if (!allowed) throw unusable(`there is no command ${read.command}`)
  const foreign = (Object.keys(read.options) as OptionName[]).find((name) => !allowed.includes(name))
  if (foreign !== undefined) throw unusable(`${read.command} takes no --${foreign}`)
  return read
}

/** @throws CommandEnd when the device or its platform is not named */
export function namedDeviceIn({ command, options: given }: CommandLine): NamedDevice {
  const { device, platform } = given
  if (device === undefined || platform === undefined) throw unusable(`${command} needs --device and --platform`)
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

export function unusable(words: string): CommandEnd {
  return new CommandEnd(exitCodes.unusable, `${words} (coffer-agent --help)`)
}

function parse(argv: string[]) {
  try {
    const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options })
    if (positionals.length > 1) throw unusable(`${positionals[1]} is one word too many`)
    return { command: positionals[0], options: values }
  } catch (error) {
    if (error instanceof CommandEnd) throw error
    throw unusable((error as Error).message)
  }
}
