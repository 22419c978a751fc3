import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { DeliveryAttempt, NotificationDelivery } from '../../store/models/notification-delivery.ts'
import type { NotificationChannel } from '../../store/models/notification-channel.ts'

type Schemas = components['schemas']

/** Returns a webhook without its secret, and with only the host of its address. */
export function presentWebhook(webhook: NotificationChannel, locale: Locale): Schemas['Webhook'] {
  const reason = disabledReason(webhook)
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
    disabled_reason: reason && render(reason, locale),
    disabled_reason_code: reason?.code ?? null,
    disabled_reason_params: reason?.params ?? {},
    created_at: webhook.createdAt.toISOString(),
  }
}

function disabledReason({ disabledReason: stored, failingSince }: NotificationChannel): ReceivedMessage | null {
  if (stored === 'webhook_failing') return message(stored, { since: failingSince?.toISOString() ?? '' })
  return stored === null ? null : message('legacy_text', { text: stored })
}

export function presentDelivery(delivery: NotificationDelivery, locale: Locale): Schemas['WebhookDelivery'] {
  const { id, channelId, kind, status, events, attempts, nextAt, createdAt, finishedAt } = delivery
  return {
    id,
    webhook_id: channelId,
    kind,
    status,
    events,
    attempts: attempts.map((attempt) => presentAttempt(attempt, locale)),
    next_at: status === 'waiting' ? nextAt.toISOString() : null,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  }
}

function presentAttempt({ at, status, error: stored, ms }: DeliveryAttempt, locale: Locale) {
  const error: ReceivedMessage | null = typeof stored === 'string' ? message('legacy_text', { text: stored }) : stored
  return {
    at,
    status,
    error: error && render(error, locale),
    error_code: error?.code ?? null,
    error_params: error?.params ?? {},
    ms,
  }
}
