import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import type { MailRecipients } from './channel-kinds.ts'
import type { ChannelFields } from './channel-settings.ts'
import { openSecret, sealSecret } from './channel-secret.ts'
import type { StoredDestination } from './read-destination.ts'

/** Returns the columns of a destination, with its secrets sealed. */
export function sealDestination(
  settingsKey: Buffer,
  id: string,
  { settings, secrets, destination, headerNames }: StoredDestination,
) {
  const sealed = sealSecret(settingsKey, id, 'secrets', JSON.stringify(secrets))
  return { settings, destination, headerNames, secrets: Object.keys(secrets).length > 0 ? sealed : null }
}

/** Returns the secrets of a channel by the names of the API. */
export function openSecrets(
  settingsKey: Buffer,
  { id, secrets }: Pick<NotificationChannel, 'id' | 'secrets'>,
): Record<string, unknown> {
  return secrets ? JSON.parse(openSecret(settingsKey, id, 'secrets', secrets)) : {}
}

/**
 * Returns a channel as its sender takes it.
 * @param recipients addresses of a channel of kind `mail`
 */
export function channelFields(
  { kind, settings }: Pick<NotificationChannel, 'kind' | 'settings'>,
  secrets: Record<string, unknown>,
  recipients: readonly string[],
): ChannelFields {
  const fields = { kind, settings: toCamelCase(settings), secrets: toCamelCase(secrets) }
  if (kind === 'mail') return { kind, settings: { to: [...recipients] }, secrets: {} }
  return fields as unknown as ChannelFields
}

/** Returns the recipients that a channel of kind `mail` stores. */
export function mailRecipients({ settings }: Pick<NotificationChannel, 'settings'>): MailRecipients {
  return settings as unknown as MailRecipients
}

function toCamelCase(fields: Record<string, unknown>): Record<string, unknown> {
  const named = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [named(name), value]))
}
