import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import { StartupError } from './store/startup-error.ts'

export type EnvironmentReader = ReturnType<typeof readEnvironment>

/** Where a connection goes. */
export interface Socket {
  address: string
  port: number
}

/**
 * Reads values out of an environment, each checked as what it is meant to be.
 * @throws StartupError, from each of these, in one line: the variable, what was given (never a secret), what is expected
 */
export function readEnvironment(environment: Record<string, string | undefined>) {
  const asked = new Set<string>()
  const text = (name: string, otherwise: string) => {
    asked.add(name)
    return environment[name]?.trim() || otherwise
  }
  const givenOf = (name: string) => environment[name] ?? ''
  const refuse = (variable: string, expected: string): never => {
    throw new StartupError('setting_invalid', { variable, given: givenOf(variable), expected })
  }
  const refuseLogin = (variable: string, url: URL | null) => {
    if (url?.username || url?.password) throw new StartupError('setting_has_login', { variable })
  }
  return {
    text,
    /** Names in the environment that begin like a setting, were not read, and are not `others`. */
    ignored: (others: string[]) =>
      Object.keys(environment)
        .filter((name) => name.startsWith('BKP_') && !asked.has(name) && !others.includes(name))
        .sort(),
    isGiven: (name: string) => Boolean(environment[name]?.trim() || environment[`${name}_FILE`]?.trim()),
    whole(name: string, otherwise: number, least: number, most = Number.MAX_SAFE_INTEGER) {
      const value = Number(text(name, String(otherwise)))
      if (Number.isInteger(value) && value >= least && value <= most) return value
      const params = { variable: name, given: givenOf(name), min: least }
      if (most === Number.MAX_SAFE_INTEGER) throw new StartupError('setting_too_small', params)
      throw new StartupError('setting_out_of_range', { ...params, max: most })
    },
    flag(name: string, otherwise: boolean) {
      const value = text(name, otherwise ? 'on' : 'off').toLowerCase()
      if (['on', 'true', '1', 'yes'].includes(value)) return true
      if (['off', 'false', '0', 'no'].includes(value)) return false
      return refuse(name, 'flag')
    },
    choice(name: string, otherwise: string, among: string[]) {
      const value = text(name, otherwise)
      if (among.includes(value)) return value
      throw new StartupError('setting_not_one_of', { variable: name, given: givenOf(name), choices: among })
    },
    /** Where to listen: an address, or a name of this computer. */
    host(name: string, otherwise: string) {
      const value = text(name, otherwise)
      return addressOf(value) ? value : refuse(name, 'host')
    },
    /**
     * Addresses and networks of trusted proxies, in the form of express's setting `trust proxy`; false where none is named.
     * A number of hops is refused: it trusts every client that connects directly, which could then choose its own address.
     */
    proxies(name: string): false | string {
      const value = text(name, '')
      if (value === '' || value === 'false') return false
      if (value.split(',').every((one) => isNetwork(one.trim()))) return value
      return refuse(name, 'proxies')
    },
    email(name: string, otherwise: string) {
      const value = text(name, otherwise)
      return /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 320 ? value : refuse(name, 'email')
    },
    address(name: string, otherwise: string) {
      const value = text(name, otherwise)
      const parsed = URL.parse(value)
      refuseLogin(name, parsed)
      if (parsed && /^https?:$/.test(parsed.protocol)) return value.replace(/\/+$/, '')
      return refuse(name, 'url')
    },
    /** Where secrets are sent to: never without TLS. */
    secureAddress(name: string, otherwise: string) {
      const value = text(name, otherwise)
      const parsed = URL.parse(value)
      refuseLogin(name, parsed)
      if (parsed?.protocol === 'https:' && parsed.search === '' && parsed.hash === '') return value.replace(/\/+$/, '')
      return refuse(name, 'https_url')
    },
    /** Names or addresses, each with a port where it is not 443, separated by commas. */
    hosts(name: string): string[] {
      const wanted = text(name, '')
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
      const hosts = wanted.map((one) => URL.parse(`https://${one}`))
      if (hosts.every((one, at) => one !== null && /^[\w.:[\]-]+$/.test(wanted[at] ?? '')))
        return hosts.map((one) => one?.host ?? '')
      return refuse(name, 'hosts')
    },
    /** IP addresses, each with its port, separated by commas. */
    sockets(name: string): Socket[] {
      const wanted = text(name, '')
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
      const sockets = wanted.map((one) => {
        const [, address = '', port = ''] = /^\[?([\da-f.:]+?)\]?:(\d{1,5})$/i.exec(one) ?? []
        return { address, port: Number(port) }
      })
      if (sockets.every(({ address, port }) => net.isIP(address) !== 0 && port > 0 && port < 65_536)) return sockets
      return refuse(name, 'sockets')
    },
    /** Origins of pages as browsers write them, separated by commas; never all of them. */
    origins(name: string): string[] {
      const wanted = text(name, '')
        .split(',')
        .map((one) => one.trim().replace(/\/$/, ''))
        .filter((one) => one !== '')
      if (wanted.every((one) => /^https?:/.test(one) && URL.parse(one)?.origin === one)) return wanted
      return refuse(name, 'origins')
    },
    /** A file of certificates in PEM; none where it is not given. */
    certificates(name: string): string[] {
      const file = text(name, '')
      if (file === '') return []
      try {
        const found =
          fs.readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
        for (const one of found) new X509Certificate(one)
        if (found.length > 0) return found
      } catch {
        // told below
      }
      return refuse(name, 'certificates')
    },
    timeZone(name: string, otherwise: string) {
      const value = text(name, otherwise)
      try {
        new Intl.DateTimeFormat('en', { timeZone: value })
        return value
      } catch {
        return refuse(name, 'time_zone')
      }
    },
    secret(name: string): string | null {
      asked.add(name).add(`${name}_FILE`)
      const given = environment[name]?.trim() || null
      const file = environment[`${name}_FILE`]?.trim() || null
      delete environment[name]
      if (!file) return given
      try {
        return fs.readFileSync(file, 'utf8').trim()
      } catch {
        throw new StartupError('setting_file_unreadable', { variable: `${name}_FILE`, file })
      }
    },
  }
}

/** As it stands in an address: an IPv6 one in brackets. Null for what cannot stand there. */
export function addressOf(host: string): string | null {
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
