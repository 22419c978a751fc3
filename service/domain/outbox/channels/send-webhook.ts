import { createHmac } from 'node:crypto'
import { message } from '../../../../shared/messages/message.ts'
import { type OutboundClient, OutgoingFailed } from '../../../outbound/outbound-client.ts'
import type {
  DeliveryAttempt,
  DeliveryError,
  NotificationDelivery,
} from '../../../store/models/notification-delivery.ts'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { openHeaders } from './webhook-headers.ts'
import { openSecret } from './channel-secret.ts'

/** Dependencies of the sender of webhooks. */
export interface WebhookDependencies {
  outgoing: OutboundClient
  settingsKey: Buffer
  now: () => Date
}

/** Request timeout; the delivery is then retried. */
const timeoutMs = 15_000

/** Makes one attempt. Never throws: errors are part of the result. */
export async function sendWebhook(
  { outgoing, settingsKey, now }: WebhookDependencies,
  channel: NotificationChannel,
  delivery: NotificationDelivery,
): Promise<DeliveryAttempt> {
  const at = now()
  const began = performance.now()
  const ended = (status: number | null, error: DeliveryError | null): DeliveryAttempt => {
    return { at: at.toISOString(), status, error, ms: Math.round(performance.now() - began) }
  }
  try {
    const body = webhookBody(channel, delivery)
    const timestamp = Math.floor(at.getTime() / 1000)
    const secret = openSecret(settingsKey, channel.id, 'secret', channel.secret!)
    const { status } = await outgoing({
      method: 'POST',
      url: openSecret(settingsKey, channel.id, 'url', channel.url!),
      headers: {
        ...openHeaders(settingsKey, channel),
        'content-type': 'application/json',
        'x-coffer-delivery': delivery.id,
        'x-coffer-timestamp': String(timestamp),
        'x-coffer-signature': `sha256=${signDelivery(secret, timestamp, delivery.id, body)}`,
      },
      body,
      timeoutMs,
      maxBytes: 64 * 1024,
      cutsLonger: true,
    })
    return ended(status, status >= 200 && status < 300 ? null : rejection(status))
  } catch (error) {
    return ended(null, error instanceof OutgoingFailed ? error.reason : message('delivery_not_prepared'))
  }
}

/** Returns the HMAC-SHA-256 (hex) over time, id and body under the webhook's secret: none of them can be replaced. */
export function signDelivery(secret: string, timestamp: number, id: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${id}.${body}`).digest('hex')
}

/** Returns the body of a delivery, which is identical in every attempt. */
export function webhookBody(
  channel: Pick<NotificationChannel, 'id'>,
  { id, kind, events }: Pick<NotificationDelivery, 'id' | 'kind' | 'events'>,
): string {
  return JSON.stringify({ id, webhook_id: channel.id, kind, text: summarise(events), events })
}

/** Returns a one-line summary, as chat tools show it. */
function summarise(events: Record<string, unknown>[]): string {
  const lines = events.slice(0, 20).map(({ type, severity, device, agent }) => {
    const what = (device ?? agent) as { name?: string } | null | undefined
    return `${String(severity)}: ${String(type)}${what?.name ? ` ${what.name}` : ''}`
  })
  return [...lines, ...(events.length > 20 ? [`and ${events.length - 20} more`] : [])].join('\n')
}

function rejection(status: number): DeliveryError {
  return message('delivery_rejected', { status, redirect: status >= 300 && status < 400 ? 'yes' : 'no' })
}
