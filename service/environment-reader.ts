import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import { StartupError } from './store/startup-error.ts'

/** An IP address and a port. */
export interface Socket {
  address: string
  port: number
}

/**
 * Reads the variables of an environment; each method checks one type of value. A variable that is absent or empty has the
 * value `otherwise`. Every method throws StartupError with the variable, the given value (never a secret) and what is
 * expected.
 */
export class EnvironmentReader {
  readonly #environment: Record<string, string | undefined>
  readonly #read = new Set<string>()

  constructor(environment: Record<string, string | undefined>) {
    this.#environment = environment
  }

  /**
   * Returns the variables that have the prefix of a setting, were not read and are not in `others`, in alphabetical
   * order.
   */
  ignored(others: string[]): string[] {
    return Object.keys(this.#environment)
      .filter((name) => name.startsWith('BKP_') && !this.#read.has(name) && !others.includes(name))
      .sort()
  }

  isGiven(name: string): boolean {
    return Boolean(this.#environment[name]?.trim() || this.#environment[`${name}_FILE`]?.trim())
  }

  text(name: string, otherwise: string): string {
    this.#read.add(name)
    return this.#environment[name]?.trim() || otherwise
  }

  whole(name: string, otherwise: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const value = Number(this.text(name, String(otherwise)))
    if (Number.isInteger(value) && value >= least && value <= most) return value
    const params = { variable: name, given: this.#given(name), min: least }
    if (most === Number.MAX_SAFE_INTEGER) throw new StartupError('setting_too_small', params)
    throw new StartupError('setting_out_of_range', { ...params, max: most })
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.text(name, otherwise ? 'on' : 'off').toLowerCase()
    if (['on', 'true', '1', 'yes'].includes(value)) return true
    if (['off', 'false', '0', 'no'].includes(value)) return false
    return this.#reject(name, 'flag')
  }

  choice(name: string, otherwise: string, among: string[]): string {
    const value = this.text(name, otherwise)
    if (among.includes(value)) return value
    throw new StartupError('setting_not_one_of', { variable: name, given: this.#given(name), choices: among })
  }

  /** Returns the address or local host name to listen on. */
  host(name: string, otherwise: string): string {
    const value = this.text(name, otherwise)
    return urlHost(value) ? value : this.#reject(name, 'host')
  }

  /**
   * Returns the addresses and networks of trusted proxies in the form of Express's `trust proxy`; false if none is set.
   * A number of hops is rejected: it would trust every client that connects directly, which could then forge its
   * address.
   */
  proxies(name: string): false | string {
    const value = this.text(name, '')
    if (value === '' || value === 'false') return false
    if (value.split(',').every((one) => isNetwork(one.trim()))) return value
    return this.#reject(name, 'proxies')
  }

  email(name: string, otherwise: string): string {
    const value = this.text(name, otherwise)
    return /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 320 ? value : this.#reject(name, 'email')
  }

  /** Returns an HTTP or HTTPS URL without a trailing slash. */
  address(name: string, otherwise: string): string {
    const value = this.text(name, otherwise)
    const parsed = URL.parse(value)
    rejectLogin(name, parsed)
    if (parsed && /^https?:$/.test(parsed.protocol)) return value.replace(/\/+$/, '')
    return this.#reject(name, 'url')
  }

  /** Returns an HTTPS URL, for requests that contain secrets. */
  secureAddress(name: string, otherwise: string): string {
    const value = this.text(name, otherwise)
    const parsed = URL.parse(value)
    rejectLogin(name, parsed)
    if (parsed?.protocol === 'https:' && parsed.search === '' && parsed.hash === '') return value.replace(/\/+$/, '')
    return this.#reject(name, 'https_url')
  }

  /** Returns names or addresses, each with its port unless it is 443. */
  hosts(name: string): string[] {
    const given = this.#list(name)
    const hosts = given.map((one) => URL.parse(`https://${one}`))
    if (hosts.every((one, at) => one !== null && /^[\w.:[\]-]+$/.test(given[at] ?? '')))
      return hosts.map((one) => one?.host ?? '')
    return this.#reject(name, 'hosts')
  }

  /** Returns IP addresses with their ports. */
  sockets(name: string): Socket[] {
    const sockets = this.#list(name).map((one) => {
      const [, address = '', port = ''] = /^\[?([\da-f.:]+?)\]?:(\d{1,5})$/i.exec(one) ?? []
      return { address, port: Number(port) }
    })
    if (sockets.every(({ address, port }) => net.isIP(address) !== 0 && port > 0 && port < 65_536)) return sockets
    return this.#reject(name, 'sockets')
  }

  /** Returns page origins as browsers send them. A wildcard is rejected. */
  origins(name: string): string[] {
    const origins = this.#list(name)
      .map((one) => one.replace(/\/$/, ''))
      .filter((one) => one !== '')
    if (origins.every((one) => /^https?:/.test(one) && URL.parse(one)?.origin === one)) return origins
    return this.#reject(name, 'origins')
  }

  /** Returns the headers of a secret such as `authorization=Bearer abc,x-tenant=7`. */
  headers(name: string): Record<string, string> {
    const given = this.secret(name)
    const headers = (given ?? '')
      .split(',')
      .map((one) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x20-\x7e]+?)\s*$/.exec(one))
    if (given === null) return {}
    if (headers.some((one) => one === null)) throw new StartupError('setting_headers_invalid', { variable: name })
    return Object.fromEntries(headers.map((one) => [(one?.[1] ?? '').toLowerCase(), one?.[2] ?? '']))
  }

  /** Returns the certificates of a PEM file, each in PEM; an empty list if the variable is not set. */
  certificates(name: string): string[] {
    const file = this.text(name, '')
    if (file === '') return []
    const found = readCertificates(file)
    return found.length > 0 ? found : this.#reject(name, 'certificates')
  }

  timeZone(name: string, otherwise: string): string {
    const value = this.text(name, otherwise)
    try {
      new Intl.DateTimeFormat('en', { timeZone: value })
      return value
    } catch {
      return this.#reject(name, 'time_zone')
    }
  }

  /**
   * Returns a secret, from the variable or from the file that `…_FILE` names, and removes it from the environment; null
   * if not set.
   */
  secret(name: string): string | null {
    const environment = this.#environment
    this.#read.add(name).add(`${name}_FILE`)
    const given = environment[name]?.trim() || null
    const file = environment[`${name}_FILE`]?.trim() || null
    delete environment[name]
    if (!file) return given
    try {
      return fs.readFileSync(file, 'utf8').trim()
    } catch {
      throw new StartupError('setting_file_unreadable', { variable: `${name}_FILE`, file })
    }
  }

  /** Returns the comma-separated items of a value. */
  #list(name: string): string[] {
    return this.text(name, '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  }

  #given(name: string): string {
    return this.#environment[name] ?? ''
  }

  #reject(variable: string, expected: string): never {
    throw new StartupError('setting_invalid', { variable, given: this.#given(variable), expected })
  }
}

function rejectLogin(variable: string, url: URL | null): void {
  if (url?.username || url?.password) throw new StartupError('setting_has_login', { variable })
}

/** Returns no certificates if the file cannot be read or one of them cannot be parsed. */
function readCertificates(file: string): string[] {
  try {
    const text = fs.readFileSync(file, 'utf8')
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    for (const one of found) new X509Certificate(one)
    return found
  } catch {
    return []
  }
}

/** Returns a host in URL form (an IPv6 address in brackets); null if a URL cannot contain it. */
export function urlHost(host: string): string | null {
  const written = net.isIPv6(host) ? `[${host}]` : host
  return URL.parse(`http://${written}`)?.host && /^(\[[^\]]+\]|[\w.-]+)$/.test(written) ? written : null
}

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true
  const [address = '', bits, more] = text.split('/')
  const most = net.isIPv4(address) ? 32 : net.isIPv6(address) ? 128 : 0
  if (most === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
}
