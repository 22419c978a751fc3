import { message } from '../../../../shared/messages/message.ts'
import { type OutboundClient, type OutgoingAnswer, OutgoingFailed } from '../../../outbound/outbound-client.ts'
import type { DeliveryError } from '../../../store/models/notification-delivery.ts'
import type { SendResult } from './notification.ts'
import type { SenderDependencies } from './sender-dependencies.ts'

/** A request that carries a notification. */
export interface NotificationRequest {
  method?: 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  /** Sent as JSON, unless `headers` set another content type. */
  body: string
}

/** For the whole exchange; the delivery is then retried. */
const timeoutMs = 15_000

/** A receiver that limits its rate without a time gets this wait. */
const unstatedWaitSeconds = 60

/** A longer wait than the longest between two attempts is not honoured. */
const longestWaitSeconds = 3600

/** Sends a request. A status from 200 to 299 is a success; 429 and 503 with a time are errors that contain the wait. */
export async function postNotification(
  { outgoing, now }: Pick<SenderDependencies, 'outgoing' | 'now'>,
  { method = 'POST', url, headers, body }: NotificationRequest,
): Promise<SendResult> {
  try {
    const answer = await exchange(outgoing, { method, url, headers, body })
    return { status: answer.status, error: errorOf(answer, URL.parse(url)?.hostname ?? '', now()) }
  } catch (error) {
    return { status: null, error: error instanceof OutgoingFailed ? error.reason : message('delivery_not_prepared') }
  }
}

function exchange(
  outgoing: OutboundClient,
  { method, url, headers, body }: Required<Omit<NotificationRequest, 'headers'>> & Pick<NotificationRequest, 'headers'>,
) {
  // prettier-ignore
  return outgoing({
    method,
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    timeoutMs,
    maxBytes: 64 * 1024,
    cutsLonger: true,
  })
}

function errorOf({ status, headers }: OutgoingAnswer, host: string, now: Date): DeliveryError | null {
  if (status >= 200 && status < 300) return null
  const wait = waitSeconds(headers, now)
  if (status === 429 || (status === 503 && wait !== null)) {
    return message('delivery_rate_limited', { host, wait: wait ?? unstatedWaitSeconds })
  }
  return message('delivery_rejected', { status, redirect: status >= 300 && status < 400 ? 'yes' : 'no' })
}

/** Returns the wait of `Retry-After` (RFC 9110, section 10.2.3), or of Mattermost's `X-RateLimit-Reset`; null without. */
function waitSeconds(headers: OutgoingAnswer['headers'], now: Date): number | null {
  const text = String(headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? '')
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000)
  if (Number.isNaN(seconds)) return null
  return Math.min(longestWaitSeconds, Math.max(1, seconds))
}
