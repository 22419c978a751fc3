import type { MessageGroup } from '../parameters.ts'

/** Why a request of the service to another host has no answer, or a webhook did not accept a delivery. */
export const outbound = {
  channel_failing: { since: 'instant' },
  channel_owner_gone: {},
  channel_owner_limited: {},
  delivery_not_prepared: {},
  delivery_rate_limited: { host: 'text', wait: 'seconds' },
  delivery_refused: { host: 'text', answer: 'text' },
  delivery_rejected: { status: 'count', redirect: 'word' },
  mail_login_refused: { host: 'text' },
  mail_recipients_deferred: { recipients: 'texts' },
  mail_recipients_refused: { recipients: 'texts' },
  mail_server_failed: {},
  mail_server_in_plain_text: { host: 'text' },
  mail_server_missing: {},
  mail_server_without_tls: { host: 'text' },
  mail_without_recipients: {},
  outbound_cancelled: { host: 'text' },
  outbound_name_unresolved: { host: 'text', error: 'text' },
  outbound_timed_out: { host: 'text', timeout: 'seconds' },
  outbound_tls_failed: { host: 'text', error: 'text' },
  outbound_unreachable: { host: 'text', error: 'text' },
  schedule_owner_gone: {},
  schedule_owner_limited: {},
  webhook_failing: { since: 'instant' },
} as const satisfies MessageGroup
