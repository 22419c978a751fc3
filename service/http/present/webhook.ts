import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import type { NotificationChannel } from '../../store/models/notification-channel.ts'
import type { NotificationDelivery } from '../../store/models/notification-delivery.ts'
import { presentDeliveryState, presentDisabledReason } from './notification-channel.ts'

type Schemas = components['schemas']

/** Returns a webhook without its secret, and with only the host of its address. Its filters are those of its first rule. */
export function presentWebhook(webhook: NotificationChannel, locale: Locale): Schemas['Webhook'] {
  const [rule] = webhook.rules
  return {
    id: webhook.id,
    tenant_id: webhook.tenantId,
    name: webhook.name,
    host: webhook.destination,
    header_names: webhook.headerNames,
    role: webhook.role,
    events: rule?.events ?? [],
    min_severity: rule?.min_severity ?? 'info',
    sites: rule?.sites ?? [],
    tags: rule?.tags ?? [],
    platforms: rule?.platforms ?? [],
    digest_minutes: webhook.digestMinutes,
    enabled: webhook.enabled,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    ...presentDisabledReason(webhook, locale),
    created_at: webhook.createdAt.toISOString(),
  }
}

export function presentDelivery(delivery: NotificationDelivery, locale: Locale): Schemas['WebhookDelivery'] {
  return { webhook_id: delivery.channelId, ...presentDeliveryState(delivery, locale) }
}
