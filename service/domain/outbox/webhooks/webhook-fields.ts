import type { Webhook } from '../../../store/models/webhook.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'
import type { HeaderInput } from './webhook-headers.ts'
import { sealSecret } from './webhook-secret.ts'

/** The fields of a webhook that a user sets. */
export type WebhookFields = Pick<
  Webhook,
  'name' | 'events' | 'minSeverity' | 'sites' | 'tags' | 'platforms' | 'digestMinutes' | 'enabled'
> & { url: string; secret: string; headers: HeaderInput[] }

/** Returns what an audit record has of a webhook: names of headers, never their values. */
export function describeWebhook({ name, host, headerNames }: Webhook) {
  return { name, host, ...(headerNames.length > 0 && { header_names: headerNames }) }
}

/**
 * Returns the columns of a new address or secret, encrypted with the settings key; absent ones are left out.
 * @throws DomainError validation_failed if the address is no HTTP URL, or contains a login
 */
export function sealAddress(settingsKey: Buffer, id: string, { url, secret }: { url?: string; secret?: string }) {
  return {
    ...(url !== undefined && { url: sealSecret(settingsKey, id, 'url', url), host: readHost(url) }),
    ...(secret !== undefined && { secret: sealSecret(settingsKey, id, 'secret', secret) }),
  } as { url: Buffer; host: string; secret: Buffer }
}

function readHost(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw invalidField('url', 'url_invalid', { example: 'https://hooks.example.net/coffer' })
  }
  if (parsed.username || parsed.password) throw invalidField('url', 'url_has_login')
  return parsed.host
}

/** @throws DomainError name_taken instead of the database's error */
export function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'webhook' }))
}
