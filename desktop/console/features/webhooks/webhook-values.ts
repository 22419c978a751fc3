import type { components } from '../../../../shared/contract/api-types.ts'
import type { EventType, Severity } from '../../ui/events/event-groups.ts'
import type { Webhook } from './webhook-state.ts'

type Schemas = components['schemas']

/** Values of the form. For an existing webhook, empty address and secret are unchanged. */
export interface WebhookValues {
  /** A customer's id; '' means every customer. */
  of: string
  name: string
  url: string
  secret: string
  /** One `Name: value` a line; without a value the stored one is kept. */
  headers: string
  /** The stored headers in the same format. */
  storedHeaders: string
  events: EventType[]
  min_severity: Severity
  sites: string
  tags: string
  platforms: Schemas['PlatformId'][]
  digest_minutes: string
}

export function valuesOf(webhook: Webhook | undefined, tenant: string): WebhookValues {
  const storedHeaders = (webhook?.header_names ?? []).map((name) => `${name}:`).join('\n')
  return {
    of: webhook ? (webhook.tenant_id ?? '') : tenant,
    name: webhook?.name ?? '',
    url: '',
    secret: '',
    headers: storedHeaders,
    storedHeaders,
    events: [...(webhook?.events ?? [])],
    min_severity: webhook?.min_severity ?? 'warning',
    sites: (webhook?.sites ?? []).join(', '),
    tags: (webhook?.tags ?? []).join(', '),
    platforms: [...(webhook?.platforms ?? [])],
    digest_minutes: String(webhook?.digest_minutes ?? 0),
  }
}

/** Returns comma-separated names without duplicates. */
export function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '')
}

/** A header as typed; a line without a value has none. */
export interface WrittenHeader {
  name: string
  value?: string
}

/** Parses lines `Name: value`; empty lines are skipped. */
export function headersIn(text: string): WrittenHeader[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [name = '', ...rest] = line.split(':')
    const value = rest.join(':').trim()
    return { name: name.trim(), ...(value !== '' && { value }) }
  })
}

/** Returns the request body without empty address, empty secret and unchanged headers. */
export function bodyOf({ url, secret, headers, storedHeaders, ...values }: WebhookValues) {
  return {
    name: values.name.trim(),
    ...(url.trim() !== '' && { url: url.trim() }),
    ...(secret !== '' && { secret }),
    ...(headers.trim() !== storedHeaders && { headers: headersIn(headers) }),
    events: values.events,
    min_severity: values.min_severity,
    sites: listOf(values.sites),
    tags: listOf(values.tags),
    platforms: values.platforms,
    digest_minutes: Number(values.digest_minutes),
  }
}

/**
 * Returns a signature key in the format of `openssl rand -hex 32`.
 * @param random returns the requested number of random bytes
 */
export function newSecret(random: (length: number) => Uint8Array): string {
  return [...random(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
