import { randomUUID } from 'node:crypto'
import { unusable } from '../exit-codes.ts'
import type { CredentialSecrets, JobSpec } from '../job-spec.ts'
import type { Platform, Transport } from '../../shared/platforms/platform.ts'
import { platforms } from '../../shared/platforms/registry.ts'

/** A device as named in a command. */
export interface NamedDevice {
  host: string
  platform: string
  /** Undefined: the platform's preferred transport, then the others. */
  transport?: string
  /** Port of the selected transport, or of SSH. */
  port?: string
  /** `NAME=VALUE`, the options that the service supports for a device of this platform. */
  options: readonly string[]
  /** Limits the artifacts to these. */
  artifacts: readonly string[]
  /** Of the expected host key or certificate. */
  fingerprint?: string
}

/** @throws CommandError for an unknown platform, or one that agents do not collect */
export function namedPlatform(id: string): Platform {
  const known: readonly Platform[] = platforms
  const platform = known.find((one) => one.id === id)
  if (platform && platform.reachedBy !== 'service') return platform
  const read = known.filter(({ reachedBy }) => reachedBy !== 'service').map((one) => one.id)
  throw unusable('platform_not_collected', { platform: id, choices: read })
}

/**
 * Returns the job for a device, as the service would specify it.
 * @param mayLackOptions without a login: options that only a backup needs may be missing
 * @throws CommandError naming the invalid argument
 */
export function orderOf(
  named: NamedDevice,
  platform: Platform,
  credential: CredentialSecrets,
  mayLackOptions = false,
): JobSpec {
  const transports = transportsOf(named, platform)
  const options: Record<string, unknown> = {
    ...optionsOf(named.options, platform, mayLackOptions),
    ...artifactsOf(named.artifacts, platform),
  }
  const port = named.port === undefined ? undefined : readPort(named.port)
  const ofApi = platform.api && 'port' in platform.api ? platform.api.port : 443
  const approved = named.fingerprint === undefined ? [] : [readFingerprint(named.fingerprint)]
  return {
    jobId: 'none',
    leaseId: randomUUID(),
    kind: 'backup',
    device: {
      id: 'none',
      name: named.host,
      platform: platform.id,
      host: named.host,
      ports: {
        ssh: port ?? portIn(options['ssh_port'], 22),
        api: (transports[0] === 'api' ? port : undefined) ?? portIn(options['api_port'], ofApi),
      },
      options,
    },
    transports,
    addressApproved: true, // by naming the device, the user approves its address
    credentials: { ssh: credential, api: credential },
    approved: { ssh: approved, api: approved },
    rejected: [],
    posture: 'strict',
  }
}

function transportsOf({ transport }: NamedDevice, { id, transports, preferred }: Platform): Transport[] {
  if (transport === undefined) return [preferred, ...transports.filter((one) => one !== preferred)]
  const found = transports.find((one) => one === transport)
  if (found) return [found]
  throw unusable('transport_not_supported', { transport, platform: id, choices: transports })
}

function artifactsOf(wanted: readonly string[], { id, artifacts }: Platform): { artifacts?: string[] } {
  const unknown = wanted.find((key) => !Object.hasOwn(artifacts, key))
  if (unknown !== undefined) {
    throw unusable('artifact_name_unknown', { artifact: unknown, platform: id, choices: Object.keys(artifacts) })
  }
  return wanted.length > 0 ? { artifacts: [...wanted] } : {}
}

function optionsOf(
  given: readonly string[],
  { id, options: schema }: Platform,
  mayLack: boolean,
): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const one of given) {
    const at = one.indexOf('=')
    const [name, value] = [at < 0 ? one : one.slice(0, at), at < 0 ? '' : one.slice(at + 1)]
    const described = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (!described || at < 0) {
      throw unusable('device_option_unknown', { given: one, platform: id, choices: Object.keys(schema.properties) })
    }
    const before = options[name]
    const read = readValue(one, described['type'], value)
    options[name] = Array.isArray(before) && Array.isArray(read) ? [...before, ...read] : read
  }
  const missing = mayLack ? undefined : schema.required?.find((name) => !(name in options))
  if (missing !== undefined) throw unusable('device_option_missing', { platform: id, option: missing })
  return options
}

/** An option with several values is repeated. */
function readValue(option: string, type: unknown, value: string): unknown {
  if (type === 'array') return [value]
  if (type === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw unusable('device_option_not_typed', { given: option, type: 'boolean' })
  }
  if (type !== 'integer') return value
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw unusable('device_option_not_typed', { given: option, type: 'integer' })
}

function readPort(given: string): number {
  const port = Number(given)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw unusable('device_port_invalid', { given })
}

/** Parses a fingerprint as a session shows it: a host key as OpenSSH prints it, a certificate in hex pairs. */
function readFingerprint(given: string): string {
  if (/^SHA256:[A-Za-z0-9+/]{43}=?$/.test(given)) return given.replace('=', '')
  const pairs = /^(?:[0-9A-F]{2}:?){32}$/i.test(given) ? given.match(/[0-9A-F]{2}/gi) : null
  if (pairs) return pairs.join(':').toUpperCase()
  throw unusable('fingerprint_not_readable', { given })
}

function portIn(option: unknown, standard: number): number {
  return typeof option === 'number' ? option : standard
}
