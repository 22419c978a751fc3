import { randomUUID } from 'node:crypto'
import { CommandEnd, exitCodes } from '../exit-codes.ts'
import type { CredentialSecrets, JobOrder } from '../job-order.ts'
import type { Platform, Transport } from '../../shared/platforms/platform.ts'
import { platforms } from '../../shared/platforms/registry.ts'

/** A device as somebody names it in a command. */
export interface NamedDevice {
  host: string
  platform: string
  /** Undefined: the platform's preferred one, then the others. */
  transport?: string
  /** Of the one transport, or of SSH. */
  port?: string
  /** `NAME=VALUE`, the options that the service has for a device of this platform. */
  options: readonly string[]
  /** Only these. */
  artifacts: readonly string[]
  /** Of the host key or certificate that is expected. */
  fingerprint?: string
}

/** @throws CommandEnd for a platform that there is not, or that no agent reads */
export function namedPlatform(id: string): Platform {
  const known: readonly Platform[] = platforms
  const platform = known.find((one) => one.id === id)
  if (platform && platform.reachedBy !== 'service') return platform
  const read = known.filter(({ reachedBy }) => reachedBy !== 'service').map((one) => one.id)
  throw unusable(`--platform ${id}: an agent reads ${read.join(', ')}`)
}

/**
 * What to do with it, as the service would order it.
 * @param mayLackOptions where nobody logs in: what a backup needs is not asked for then
 * @throws CommandEnd naming what cannot be used
 */
export function orderOf(
  named: NamedDevice,
  platform: Platform,
  credential: CredentialSecrets,
  mayLackOptions = false,
): JobOrder {
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
    addressApproved: true, // the person who names the device names its address
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
  throw unusable(`--transport ${transport}: ${id} is read over ${transports.join(' or ')}`)
}

function artifactsOf(wanted: readonly string[], { id, artifacts }: Platform): { artifacts?: string[] } {
  const unknown = wanted.find((key) => !Object.hasOwn(artifacts, key))
  if (unknown !== undefined) throw unusable(`--artifact ${unknown}: ${id} has ${Object.keys(artifacts).join(', ')}`)
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
      throw unusable(`--option ${one}: expected NAME=VALUE; ${id} has ${Object.keys(schema.properties).join(', ')}`)
    }
    const before = options[name]
    const read = readValue(one, described['type'], value)
    options[name] = Array.isArray(before) && Array.isArray(read) ? [...before, ...read] : read
  }
  const missing = mayLack ? undefined : schema.required?.find((name) => !(name in options))
  if (missing !== undefined) throw unusable(`${id} needs --option ${missing}=VALUE`)
  return options
}

/** An option of several values is given several times. */
function readValue(option: string, type: unknown, value: string): unknown {
  if (type === 'array') return [value]
  if (type === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw unusable(`--option ${option}: expected true or false`)
  }
  if (type !== 'integer') return value
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw unusable(`--option ${option}: expected a whole number`)
}

function readPort(given: string): number {
  const port = Number(given)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw unusable(`--port ${given}: expected a number from 1 to 65535`)
}

/** As a session shows it: of a host key as OpenSSH prints it, of a certificate in hex pairs. */
function readFingerprint(given: string): string {
  if (/^SHA256:[A-Za-z0-9+/]{43}=?$/.test(given)) return given.replace('=', '')
  const pairs = /^(?:[0-9A-F]{2}:?){32}$/i.test(given) ? given.match(/[0-9A-F]{2}/gi) : null
  if (pairs) return pairs.join(':').toUpperCase()
  throw unusable(
    `--fingerprint ${given}: expected SHA256:… of a host key, or the 32 hex pairs of a certificate's SHA-256`,
  )
}

function portIn(option: unknown, standard: number): number {
  return typeof option === 'number' ? option : standard
}

function unusable(words: string): CommandEnd {
  return new CommandEnd(exitCodes.unusable, words)
}
