import type { ChannelRule, NotificationChannel } from '../../../store/models/notification-channel.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import type { HeaderInput } from './webhook-headers.ts'
import { sealSecret } from './channel-secret.ts'

/** The fields of a webhook that a user sets. */
export type WebhookFields = Pick<NotificationChannel, 'name' | 'digestMinutes' | 'enabled'> & RuleFields & AddressFields

/** The filters of a webhook, which are its only rule. */
interface RuleFields {
  events: ChannelRule['events']
  minSeverity: ChannelRule['min_severity']
  sites: string[]
  tags: string[]
  platforms: ChannelRule['platforms']
}

interface AddressFields {
  url: string
  secret: string
  headers: HeaderInput[]
}

/** Returns a rule with the filters that are set, and the others of the rule before. */
export function pickRule(fields: Partial<RuleFields>, before: ChannelRule | undefined): ChannelRule {
  const { events, minSeverity, sites, tags, platforms } = fields
  return {
    events: events ?? before?.events ?? [],
    min_severity: minSeverity ?? before?.min_severity ?? 'info',
    customers: before?.customers ?? [],
    sites: sites ?? before?.sites ?? [],
    tags: tags ?? before?.tags ?? [],
    platforms: platforms ?? before?.platforms ?? [],
  }
}

/** Returns what an audit record has of a webhook: names of headers, never their values. */
export function describeWebhook({ name, destination: host, headerNames }: NotificationChannel) {
  return { name, host, ...(headerNames.length > 0 && { header_names: headerNames }) }
}

/**
 * Returns the columns of a new address or secret, encrypted with the settings key; absent ones are left out.
 * @param path the field that contains the address
 * @throws DomainError validation_failed if the address is no HTTP URL, or contains a login
 */
export function sealAddress(
  settingsKey: Buffer,
  id: string,
  { url, secret }: { url?: string | undefined; secret?: string | undefined },
  path = 'url',
) {
  return {
    ...(url !== undefined && { url: sealSecret(settingsKey, id, 'url', url), destination: readHost(url, path) }),
    ...(secret !== undefined && { secret: sealSecret(settingsKey, id, 'secret', secret) }),
  } as { url: Buffer; destination: string; secret: Buffer }
}

/**
 * Returns the host of an address, which may be shown.
 * @param path the field that contains the address
 * @throws DomainError validation_failed if the address is no HTTP URL, or contains a login
 */
export function readHost(url: string, path: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw invalidField(path, 'url_invalid', { example: 'https://hooks.example.net/coffer' })
  }
  if (parsed.username || parsed.password) throw invalidField(path, 'url_has_login')
  return parsed.host
}
