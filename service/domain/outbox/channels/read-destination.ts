import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { MessageOf } from '../../../../shared/messages/message.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { FieldErrorCode } from '../../../../shared/messages/codes.ts'
import { type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import type { DestinationInput } from './channel-kinds.ts'
import type { HttpSecrets, SnmpSecrets } from './channel-settings.ts'
import { findTemplateFault } from './render-template.ts'
import { readHeaders } from './webhook-headers.ts'
import { readHost } from './webhook-fields.ts'

/** What a channel stores of its destination. */
export interface StoredDestination {
  /** As in the API. */
  settings: Record<string, unknown>
  /** Values by the name of the API. */
  secrets: Record<string, unknown>
  destination: string
  headerNames: string[]
}

/** The stored values that a change may keep; null for a new channel. */
export interface KnownDestination {
  settings: Record<string, unknown>
  secrets: Record<string, unknown>
  headerNames: string[]
}

type Kind = Exclude<keyof DestinationInput, 'webhook'>
type Read<K extends Kind> = (input: DestinationInput[K], known: KnownDestination | null) => StoredDestination

/**
 * Reads the destination of a channel from a request. Secrets that it lacks keep their stored values, unless they would
 * reach another address than the one for which they were entered.
 * @throws DomainError validation_failed
 */
export function readDestination<K extends Kind>(
  kind: K,
  input: DestinationInput[K],
  known: KnownDestination | null,
): StoredDestination {
  return (readers[kind] as Read<K>)(input, known)
}

const readers: { [K in Kind]: Read<K> } = {
  mail({ to = [], roles = [] }) {
    if (to.length + roles.length === 0) throw invalidField('mail.to', 'is_required')
    return stored({ to, roles }, {}, [...to, ...roles].join(', '))
  },
  slack: (input, known) => readUrl('slack', input, known, {}),
  teams: (input, known) => readUrl('teams', input, known, {}),
  mattermost: (input, known) => readUrl('mattermost', input, known, { channel: input.channel ?? null }),
  pagerduty({ region = 'us', routing_key: given }, known) {
    const routing_key = given ?? keep(known, 'routing_key', 'pagerduty')
    return stored({ region }, { routing_key }, region === 'us' ? 'events.pagerduty.com' : 'events.eu.pagerduty.com')
  },
  ntfy({ server, topic: given, token }, known) {
    const host = readHost(server, 'ntfy.server')
    const before = known?.settings['server'] === server ? known : null
    const topic = given ?? keep(before, 'topic', 'ntfy')
    return stored({ server }, { topic, token: token === undefined ? (before?.secrets['token'] ?? null) : token }, host)
  },
  http(input, known) {
    const { url, method = 'POST', content_type = 'application/json', template, headers } = input
    const fault = findTemplateFault(template, content_type)
    if (fault) throw invalidFields([{ path: 'http.template', error: fault as MessageOf<FieldErrorCode> }])
    const before = url === undefined ? known : null
    const values = before ? (before.secrets as unknown as HttpSecrets).headers : {}
    const names = before?.headerNames.map((name) => ({ name })) ?? []
    const read = readHeaders('http.headers', headers ?? names, values)
    const address = url ?? keep(known, 'url', 'http')
    return {
      ...stored(
        { method, content_type, template },
        { url: address, headers: read.values },
        readHost(address, 'http.url'),
      ),
      headerNames: read.names,
    }
  },
  syslog(input, known) {
    const { host, transport = 'tls', facility = 16, ca_certificates = null, client_certificate = null } = input
    const { port = { tls: 6514, tcp: 601, udp: 514 }[transport], client_key } = input
    const key = client_key === undefined ? (known?.secrets['client_key'] ?? null) : client_key
    const isUsed = client_certificate !== null
    const faults = [
      ...(transport === 'tls' || !(ca_certificates ?? client_certificate) ? [] : fault('syslog.transport', 'contradicts', { fields: ['ca_certificates', 'client_certificate'] })),
      ...(isUsed && key === null ? fault('syslog.client_key', 'is_required') : []),
      ...faultsOfCertificates('syslog.ca_certificates', ca_certificates),
      ...faultsOfCertificates('syslog.client_certificate', client_certificate),
      ...(isUsed && key !== null && !isPrivateKey(String(key)) ? fault('syslog.client_key', 'private_key_invalid') : []),
    ] // prettier-ignore
    if (faults.length > 0) throw invalidFields(faults)
    const settings = { host, port, transport, facility, ca_certificates, client_certificate }
    return stored(settings, { client_key: isUsed ? key : null }, `${host}:${port}`)
  },
  snmp(input, known) {
    const { host, port = 162, version = '3', type = 'trap', enterprise_number = 32_473 } = input
    const before = known?.settings['host'] === host ? (known.secrets as unknown as SnmpNames) : null
    const isV3 = version === '3'
    const community = isV3 ? null : (input.community ?? before?.community ?? null)
    const auth_password = isV3 ? (input.auth_password ?? before?.auth_password ?? null) : null
    const priv_password = isV3 ? (input.priv_password ?? before?.priv_password ?? null) : null
    const { username = null, auth_protocol = null, priv_protocol = null } = isV3 ? input : {}
    const faults = isV3
      ? [
          ...(username === null ? fault('snmp.username', 'is_required') : []),
          ...(auth_protocol !== null && auth_password === null ? fault('snmp.auth_password', 'is_required') : []),
          ...(priv_protocol !== null && priv_password === null ? fault('snmp.priv_password', 'is_required') : []),
          ...(priv_protocol !== null && auth_protocol === null ? fault('snmp.auth_protocol', 'is_required') : []),
        ]
      : community === null
        ? fault('snmp.community', 'is_required')
        : []
    if (faults.length > 0) throw invalidFields(faults)
    const settings = { host, port, version, type, enterprise_number, username, auth_protocol, priv_protocol }
    return stored(settings, { community, auth_password, priv_password }, `${host}:${port}`)
  },
}

interface SnmpNames {
  community: SnmpSecrets['community']
  auth_password: SnmpSecrets['authPassword']
  priv_password: SnmpSecrets['privPassword']
}

function readUrl(
  kind: Kind,
  { url }: { url?: string },
  known: KnownDestination | null,
  settings: Record<string, unknown>,
): StoredDestination {
  const address = url ?? keep(known, 'url', kind)
  return stored(settings, { url: address }, readHost(address, `${kind}.url`))
}

function stored(
  settings: Record<string, unknown>,
  secrets: Record<string, unknown>,
  destination: string,
): StoredDestination {
  return { settings, secrets, destination, headerNames: [] }
}

/** Returns a stored secret. */
function keep(known: KnownDestination | null, name: string, kind: Kind): string {
  const value = known?.secrets[name]
  if (typeof value !== 'string') throw invalidField(`${kind}.${name}`, 'is_required')
  return value
}

function fault<Code extends FieldErrorCode>(path: string, ...args: Parameters<typeof message<Code>>): FieldError[] {
  return [{ path, error: message(...args) as FieldError['error'] }]
}

function faultsOfCertificates(path: string, pem: string | null): FieldError[] {
  if (pem === null) return []
  try {
    for (const one of pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? ['']) {
      new X509Certificate(one)
    }
    return []
  } catch {
    return fault(path, 'ca_certificates_invalid')
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem)
    return true
  } catch {
    return false
  }
}
