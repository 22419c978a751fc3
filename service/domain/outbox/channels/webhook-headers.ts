import { message } from '../../../../shared/messages/message.ts'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { openSecret, sealSecret } from './channel-secret.ts'

/** A custom header of deliveries; without a value the stored one stays. */
export interface HeaderInput {
  name: string
  value?: string
}

/**
 * Names that a webhook may not set: headers of message framing and of the connection (RFC 9110, sections 7.6.1 and 8;
 * RFC 9112, section 6), and those that the service sets.
 */
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const ownPrefix = 'x-coffer-'

type StoredHeaders = Pick<NotificationChannel, 'headers' | 'headerNames'>

/** Header names in their order, and values by lower-case name. */
interface ReadHeaders {
  names: string[]
  values: Record<string, string>
}

/**
 * Reads headers from a request.
 * @param path the field that contains them
 * @param stored values by lower-case name, which stay where the request has none
 * @throws DomainError validation_failed for a reserved or repeated name, and for a value that is neither set nor
 *   stored
 */
export function readHeaders(
  path: string,
  headers: readonly HeaderInput[],
  stored: Readonly<Record<string, string>>,
): ReadHeaders {
  const names = headers.map(({ name }) => name.toLowerCase())
  const faults = headers.flatMap(({ name, value }, at): FieldError[] => {
    const key = name.toLowerCase()
    if (reserved.has(key) || key.startsWith(ownPrefix)) {
      return [{ path: `${path}.${at}.name`, error: message('header_reserved') }]
    }
    if (names.indexOf(key) !== at) return [{ path: `${path}.${at}.name`, error: message('given_more_than_once') }]
    return (value ?? stored[key]) === undefined ? [{ path: `${path}.${at}.value`, error: message('is_required') }] : []
  })
  if (faults.length > 0) throw invalidFields(faults)
  const values = headers.map(({ name, value }) => [name.toLowerCase(), value ?? stored[name.toLowerCase()]!] as const)
  return { names: headers.map(({ name }) => name), values: Object.fromEntries(values) }
}

/**
 * Seals the headers of a webhook, in their order.
 * @param before the stored webhook, whose values stay where the request has none; null for a new one
 * @param path the field that contains them
 * @throws DomainError validation_failed, as `readHeaders`
 */
export function sealHeaders(
  settingsKey: Buffer,
  id: string,
  headers: readonly HeaderInput[],
  before: NotificationChannel | null,
  path = 'headers',
): StoredHeaders {
  const { names, values } = readHeaders(path, headers, before ? openHeaders(settingsKey, before) : {})
  if (headers.length === 0) return { headers: null, headerNames: [] }
  return { headers: sealSecret(settingsKey, id, 'headers', JSON.stringify(values)), headerNames: names }
}

/** Returns header values by lower-case name. */
export function openHeaders(settingsKey: Buffer, { id, headers }: NotificationChannel): Record<string, string> {
  return headers ? JSON.parse(openSecret(settingsKey, id, 'headers', headers)) : {}
}

/**
 * Requires the header values again if the address changes: a user who can change the address must not receive the
 * stored values.
 * @throws DomainError validation_failed
 */
export function refuseMovedHeaders(
  before: NotificationChannel,
  { url, headers }: { url?: string; headers?: readonly HeaderInput[] },
  path = 'headers',
): void {
  if (url === undefined || before.headers === null) return
  if (headers?.every(({ value }) => value !== undefined)) return
  throw invalidField(path, 'header_values_required_again')
}
