import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { DeliveryAttempt, WebhookDelivery } from '../../store/models/webhook-delivery.ts'
import type { Webhook } from '../../store/models/webhook.ts'

type Schemas = components['schemas']

/** Returns a webhook without its secret, and with only the host of its address. */
export function presentWebhook(webhook: Webhook, locale: Locale): Schemas['Webhook'] {
  const reason = disabledReason(webhook)
  return {
    id: webhook.id,
    tenant_id: webhook.tenantId,
    name: webhook.name,
    host: webhook.host,
    header_names: webhook.headerNames,
    role: webhook.role,
    events: webhook.events as Schemas['EventType'][],
    min_severity: webhook.minSeverity,
    sites: webhook.sites,
    tags: webhook.tags,
    platforms: webhook.platforms as Schemas['PlatformId'][],
    digest_minutes: webhook.digestMinutes,
    enabled: webhook.enabled,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    disabled_reason: reason && render(reason, locale),
    disabled_reason_code: reason?.code ?? null,
    disabled_reason_params: reason?.params ?? {},
    created_at: webhook.createdAt.toISOString(),
  }
}

function disabledReason({ disabledReason: stored, failingSince }: Webhook): ReceivedMessage | null {
  if (stored === 'webhook_failing') return message(stored, { since: failingSince?.toISOString() ?? '' })
  return stored === null ? null : message('legacy_text', { text: stored })
}

export function presentDelivery(delivery: WebhookDelivery, locale: Locale): Schemas['WebhookDelivery'] {
  const { id, webhookId, kind, status, events, attempts, nextAt, createdAt, finishedAt } = delivery
  return {
    id,
    webhook_id: webhookId,
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
