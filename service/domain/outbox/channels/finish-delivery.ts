import type { SystemContext } from '../../kernel/context.ts'
import { type DeliveryAttempt, NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { recordEvents } from '../events/record-events.ts'
import { judgeServer } from './mail-recipients.ts'
import { mergeWaiting } from './merge-waiting.ts'
import { failingMs } from './queue-deliveries.ts'
import { disableAfterMs, isReceiving, keepsEventsApart, retryDelayMs } from './retry-delay.ts'

/**
 * Records the result of an attempt: delivered, to be retried, or failed, at once if all recipients of a mail were refused permanently. The result of a sender that lost its lease is
 * ignored: another one sends the delivery. A channel without a successful delivery for a day (a webhook) or a week is
 * disabled, which emits an event; it is still tried, and a success enables it.
 * @param random from 0 to 1
 */
export async function finishDelivery(
  context: SystemContext,
  delivery: NotificationDelivery,
  attempt: DeliveryAttempt,
  random: number,
): Promise<void> {
  const { trx, now } = context
  const { channelId, giveUpAt } = delivery
  const attempts = [...delivery.attempts, attempt]
  if (attempt.error === null) {
    const isOurs = await patchOwn(trx, delivery, { status: 'delivered', attempts, finishedAt: now })
    if (isOurs) await endFailure(context, channelId)
    return
  }
  const waitMs = Math.max(retryDelayMs(attempts.length, random), requestedWaitMs(attempt))
  const nextAt = new Date(Math.min(now.getTime() + waitMs, giveUpAt.getTime())) // the last attempt is at the limit
  const isOver = delivery.kind === 'test' || attempt.isPermanent || now >= giveUpAt
  const change = isOver ? { status: 'failed' as const, attempts, finishedAt: now } : { attempts, nextAt }
  const isOurs = await patchOwn(trx, delivery, change)
  if (!isOurs || delivery.kind === 'test') return
  const server = judgeServer(delivery.attempts, attempt)
  if (server === 'works') await endFailure(context, channelId)
  if (server === 'fails') await countFailure(context, channelId)
}

/** Returns whether the sender still had the lease. */
async function patchOwn(
  trx: SystemContext['trx'],
  { id, leaseUntil }: NotificationDelivery,
  change: Partial<NotificationDelivery>,
): Promise<boolean> {
  const changed = await NotificationDelivery.query(trx)
    .where({ id, status: 'waiting', leaseUntil })
    .patch({ ...change, leaseUntil: null })
  return changed > 0
}

/** Returns the wait that a receiver with a limit of requests asked for, in milliseconds; 0 if it did not. */
function requestedWaitMs({ error }: DeliveryAttempt): number {
  if (error === null || typeof error === 'string' || error.code !== 'delivery_rate_limited') return 0
  return Number(error.params.wait) * 1000
}

/** The receiver is back, so the deliveries that wait for it need not wait for their time. */
async function endFailure({ trx, now }: SystemContext, channelId: string): Promise<void> {
  const channel = await NotificationChannel.query(trx).findById(channelId).whereNotNull('failingSince').forUpdate()
  if (!channel) return
  const isBack = !channel.enabled && isReceiving(channel, now)
  await NotificationChannel.query(trx)
    .findById(channelId)
    .patch({ failingSince: null, ...(isBack && { enabled: true, disabledReason: null, updatedAt: now }) })
  if (channel.kind === 'webhook') return
  await NotificationDelivery.query(trx)
    .where({ channelId, status: 'waiting' })
    .whereRaw(`attempts <> '[]'`)
    .where('nextAt', '>', now)
    .patch({ nextAt: now })
}

async function countFailure(context: SystemContext, id: string): Promise<void> {
  const { trx, now } = context
  const channel = await NotificationChannel.query(trx).findById(id).forUpdate()
  if (!channel) return
  const { kind, failingSince, tenantId, name } = channel
  if (failingSince === null) {
    await NotificationChannel.query(trx).findById(id).patch({ failingSince: now })
    return
  }
  const failedMs = now.getTime() - failingSince.getTime()
  if (!keepsEventsApart(kind) && failedMs >= failingMs) await mergeWaiting(context, channel)
  if (!channel.enabled || failedMs < disableAfterMs(kind)) return
  const disabledReason = kind === 'webhook' ? 'webhook_failing' : 'channel_failing'
  await NotificationChannel.query(trx).findById(id).patch({ enabled: false, disabledReason, updatedAt: now })
  const facts = { name, failing_since: failingSince.toISOString() }
  await recordEvents(context, [
    kind === 'webhook'
      ? { type: 'webhook.disabled', tenantId, data: { webhook_id: id, ...facts } }
      : { type: 'notification_channel.disabled', tenantId, data: { channel_id: id, ...facts } },
  ])
}
