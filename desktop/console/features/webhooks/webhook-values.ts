import type { components } from '../../../../shared/contract/api-types.ts'
import type { EventType, Severity } from '../../ui/events/event-groups.ts'
import type { Webhook } from './webhook-state.ts'

type Schemas = components['schemas']

/** What the form holds. Of a webhook that is there, address and secret are empty: they stay as they are. */
export interface WebhookValues {
  /** A customer's id; '' is every customer. */
  of: string
  name: string
  url: string
  secret: string
  /** A line each, as `Name: value`; without a value the stored one stays. */
  headers: string
  /** The same, as the webhook is stored. */
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

/** Names parted by commas, each once. */
export function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '')
}

/** A header that is written as a line; without a value it has none. */
export interface WrittenHeader {
  name: string
  value?: string
}

/** Lines as `Name: value`; empty ones are none. */
export function headersIn(text: string): WrittenHeader[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [name = '', ...rest] = line.split(':')
    const value = rest.join(':').trim()
    return { name: name.trim(), ...(value !== '' && { value }) }
  })
}

/** What is sent; an address or secret that is empty is left out, and so are headers that are as they were. */
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
 * A key for the signature, as `openssl rand -hex 32` makes one.
 * @param random as many random bytes as it is asked for
 */
export function newSecret(random: (length: number) => Uint8Array): string {
  return [...random(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
