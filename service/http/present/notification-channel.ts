import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { type MessageCode, type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { FoundPreview, PreviewPart } from '../../domain/outbox/channels/preview-channel.ts'
import { emitEvent } from '../../domain/outbox/events/emit-event.ts'
import type { StoredMailServer } from '../../domain/outbox/channels/mail-server.ts'
import type { DeliveryAttempt, NotificationDelivery } from '../../store/models/notification-delivery.ts'
import type { NotificationChannel } from '../../store/models/notification-channel.ts'

type Schemas = components['schemas']

/** Returns a channel without its secrets. */
export function presentChannel(channel: NotificationChannel, locale: Locale): Schemas['NotificationChannel'] {
  const { escalationMinutes, escalationChannelId, escalationSeverity } = channel
  return {
    id: channel.id,
    tenant_id: channel.tenantId,
    name: channel.name,
    kind: channel.kind,
    destination: channel.destination,
    settings: channel.settings,
    header_names: channel.headerNames,
    role: channel.role,
    rules: channel.rules,
    language: channel.language,
    include_summaries: channel.includeSummaries,
    digest_minutes: channel.digestMinutes,
    quiet_hours: channel.quietHours,
    escalation:
      escalationMinutes === null || escalationChannelId === null || escalationSeverity === null
        ? null
        : { after_minutes: escalationMinutes, channel_id: escalationChannelId, min_severity: escalationSeverity },
    enabled: channel.enabled,
    failing_since: channel.failingSince?.toISOString() ?? null,
    ...presentDisabledReason(channel, locale),
    created_at: channel.createdAt.toISOString(),
  }
}

/** Returns why the service disabled a channel, as code and as a sentence. */
export function presentDisabledReason(
  { disabledReason: stored, disabledParams, failingSince }: NotificationChannel,
  locale: Locale,
): Pick<Schemas['NotificationChannel'], 'disabled_reason' | 'disabled_reason_code' | 'disabled_reason_params'> {
  const reason = reasonOf(stored, { ...disabledParams, since: failingSince?.toISOString() ?? '' })
  return {
    disabled_reason: reason && render(reason, locale),
    disabled_reason_code: reason?.code ?? null,
    disabled_reason_params: reason?.params ?? {},
  }
}

const codes: readonly string[] = [
  'webhook_failing',
  'channel_failing',
  'channel_owner_gone',
  'channel_owner_lost_permissions',
  'channel_role_limited',
  'channel_role_deleted',
] satisfies MessageCode[]

function reasonOf(stored: string | null, { since, ...params }: ReceivedMessage['params']): ReceivedMessage | null {
  if (stored === null) return null
  if (!codes.includes(stored)) return message('legacy_text', { text: stored })
  return { code: stored, params: stored.endsWith('_failing') ? { since } : params }
}

export function presentChannelDelivery(
  { channelId, mergedInto, ...delivery }: NotificationDelivery,
  locale: Locale,
  { isMailServerHidden }: { isMailServerHidden: boolean },
): Schemas['NotificationDelivery'] {
  const attempts = isMailServerHidden ? delivery.attempts.map(withoutMailServer) : delivery.attempts
  return { channel_id: channelId, merged_into: mergedInto, ...presentDeliveryState({ ...delivery, attempts }, locale) }
}

/** Errors of mails that say nothing about the mail server of the platform. */
const mailErrors = new Set<string>([
  ...['delivery_not_prepared', 'mail_recipients_deferred', 'mail_recipients_refused', 'mail_without_recipients'],
  'mail_server_missing',
])

/** Replaces the answer, the host and the connection errors of the mail server, which belongs to the platform. */
export function withoutMailServer(attempt: DeliveryAttempt): DeliveryAttempt {
  const { error, recipients, isPermanent } = attempt
  if (isPermanent)
    return { ...attempt, error: message('mail_recipients_refused', { recipients: recipients?.refused ?? [] }) }
  if (error === null || (typeof error === 'object' && mailErrors.has(error.code))) return attempt
  return { ...attempt, error: message('mail_server_failed') }
}

/** Returns what the deliveries of channels and of webhooks have in common. */
export function presentDeliveryState(
  delivery: Pick<
    NotificationDelivery,
    'id' | 'kind' | 'status' | 'events' | 'attempts' | 'nextAt' | 'createdAt' | 'finishedAt'
  >,
  locale: Locale,
) {
  const { id, kind, status, events, attempts, nextAt, createdAt, finishedAt } = delivery
  return {
    id,
    kind,
    status,
    events,
    attempts: attempts.map((attempt) => presentAttempt(attempt, locale)),
    next_at: status === 'waiting' ? nextAt.toISOString() : null,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  }
}

/** Returns an attempt with its error as code and as a sentence. */
export function presentAttempt(
  { at, status, error: stored, ms, recipients }: DeliveryAttempt,
  locale: Locale,
): Schemas['DeliveryAttempt'] {
  const error: ReceivedMessage | null = typeof stored === 'string' ? message('legacy_text', { text: stored }) : stored
  return {
    at,
    status,
    error: error && render(error, locale),
    error_code: error?.code ?? null,
    error_params: error?.params ?? {},
    ms,
    refused_recipients: recipients?.refused ?? [],
  }
}

export function presentPreview(
  { eventId, matching }: Pick<FoundPreview, 'eventId' | 'matching'>,
  parts: PreviewPart[],
): Schemas['NotificationPreview'] {
  return {
    event_id: eventId,
    events: matching.map(emitEvent),
    parts: parts.map(({ name, contentType, text }) => ({ name, content_type: contentType, text })),
  }
}

/** Returns the mail server without its password. */
export function presentMailServer(server: StoredMailServer | null): Schemas['MailServer'] {
  return {
    host: server?.host ?? null,
    port: server?.port ?? null,
    security: server?.security ?? null,
    username: server?.username ?? null,
    has_password: (server?.password ?? null) !== null,
    from: server?.from ?? null,
    ca_certificates: server?.caCertificates ?? null,
  }
}
