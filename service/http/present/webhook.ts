import type { components } from '../../../shared/contract/api-types.ts'
import type { WebhookDelivery } from '../../store/models/webhook-delivery.ts'
import type { Webhook } from '../../store/models/webhook.ts'

type Schemas = components['schemas']

/** Without its secret, and of its address only the host. */
export function presentWebhook(webhook: Webhook): Schemas['Webhook'] {
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
    disabled_reason: webhook.disabledReason,
    created_at: webhook.createdAt.toISOString(),
  }
}

export function presentDelivery(delivery: WebhookDelivery): Schemas['WebhookDelivery'] {
  const { id, webhookId, kind, status, events, attempts, nextAt, createdAt, finishedAt } = delivery
  return {
    id,
    webhook_id: webhookId,
    kind,
    status,
    events,
    attempts,
    next_at: status === 'waiting' ? nextAt.toISOString() : null,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  }
}
