import { message } from '../../../../shared/messages/message.ts'
import type { Webhook } from '../../../store/models/webhook.ts'
import { type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { openSecret, sealSecret } from './webhook-secret.ts'

/** A header that each delivery carries; without a value the stored one stays. */
export interface HeaderInput {
  name: string
  value?: string
}

/**
 * Names that a webhook may not set: what frames the message or belongs to one connection (RFC 9110, sections 7.6.1 and 8;
 * RFC 9112, section 6), and what the service itself says.
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

type StoredHeaders = Pick<Webhook, 'headers' | 'headerNames'>

/**
 * Seals the headers of a webhook, in their order.
 * @param before the webhook as it is stored, whose values stay where none is given; null for a new one
 * @throws DomainError 422 for a name that is reserved or named twice, and for a value that neither is given nor stored
 */
export function sealHeaders(
  settingsKey: Buffer,
  id: string,
  headers: readonly HeaderInput[],
  before: Webhook | null,
): StoredHeaders {
  const names = headers.map(({ name }) => name.toLowerCase())
  const stored = before ? openHeaders(settingsKey, before) : {}
  const faults = headers.flatMap(({ name, value }, at): FieldError[] => {
    const key = name.toLowerCase()
    if (reserved.has(key) || key.startsWith(ownPrefix)) {
      return [{ path: `headers.${at}.name`, error: message('header_reserved') }]
    }
    if (names.indexOf(key) !== at) return [{ path: `headers.${at}.name`, error: message('given_more_than_once') }]
    return (value ?? stored[key]) === undefined ? [{ path: `headers.${at}.value`, error: message('is_required') }] : []
  })
  if (faults.length > 0) throw invalidFields(faults)
  if (headers.length === 0) return { headers: null, headerNames: [] }
  const values = Object.fromEntries(
    headers.map(({ name, value }) => [name.toLowerCase(), value ?? stored[name.toLowerCase()]]),
  )
  return {
    headers: sealSecret(settingsKey, id, 'headers', JSON.stringify(values)),
    headerNames: headers.map(({ name }) => name),
  }
}

/** By their names in lower case. */
export function openHeaders(settingsKey: Buffer, { id, headers }: Webhook): Record<string, string> {
  return headers ? JSON.parse(openSecret(settingsKey, id, 'headers', headers)) : {}
}

/**
 * Stored values go to no other address than the one for which they were given: who may change the address does not thereby
 * read them.
 * @throws DomainError 422
 */
export function refuseMovedHeaders(
  before: Webhook,
  { url, headers }: { url?: string; headers?: readonly HeaderInput[] },
): void {
  if (url === undefined || before.headers === null) return
  if (headers?.every(({ value }) => value !== undefined)) return
  throw invalidField('headers', 'header_values_required_again')
}
