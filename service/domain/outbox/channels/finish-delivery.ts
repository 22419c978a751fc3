import type { SystemContext } from '../../kernel/context.ts'
import { type DeliveryAttempt, NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { recordEvents } from '../events/record-events.ts'
import { mergeWaiting } from './merge-waiting.ts'
import { failingMs } from './queue-deliveries.ts'
import { abandonAfterMs, retryDelayMs } from './retry-delay.ts'

/**
 * Records the result of an attempt: delivered, to be retried, or failed. A channel without a successful delivery for a
 * day (a webhook) or a week is disabled, which emits an event.
 * @param random from 0 to 1
 */
export async function finishDelivery(
  context: SystemContext,
  delivery: NotificationDelivery,
  attempt: DeliveryAttempt,
  random: number,
): Promise<void> {
  const { trx, now } = context
  const { id, channelId, giveUpAt } = delivery
  const attempts = [...delivery.attempts, attempt]
  if (attempt.error === null) {
    await NotificationDelivery.query(trx)
      .findById(id)
      .patch({ status: 'delivered', attempts, leaseUntil: null, finishedAt: now })
    await endFailure(context, channelId)
    return
  }
  const waitMs = Math.max(retryDelayMs(attempts.length, random), requestedWaitMs(attempt))
  const nextAt = new Date(now.getTime() + waitMs)
  const isOver = delivery.kind === 'test' || nextAt > giveUpAt
  const change = isOver ? { status: 'failed' as const, attempts, finishedAt: now } : { attempts, nextAt }
  await NotificationDelivery.query(trx)
    .findById(id)
    .patch({ ...change, leaseUntil: null })
  if (delivery.kind !== 'test') await countFailure(context, channelId)
}

/** Returns the wait that a receiver with a limit of requests asked for, in milliseconds; 0 if it did not. */
function requestedWaitMs({ error }: DeliveryAttempt): number {
  if (error === null || typeof error === 'string' || error.code !== 'delivery_rate_limited') return 0
  return Number(error.params.wait) * 1000
}

/** The receiver is back, so the deliveries that wait for it need not wait for their time. */
async function endFailure({ trx, now }: SystemContext, channelId: string): Promise<void> {
  const [channel] = await NotificationChannel.query(trx)
    .where({ id: channelId })
    .whereNotNull('failingSince')
    .patch({ failingSince: null })
    .returning('kind')
  if (!channel || channel.kind === 'webhook') return
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
  if (kind !== 'webhook' && failedMs >= failingMs) await mergeWaiting(context, channel)
  if (!channel.enabled || failedMs < abandonAfterMs(kind)) return
  const disabledReason = kind === 'webhook' ? 'webhook_failing' : 'channel_failing'
  await NotificationChannel.query(trx).findById(id).patch({ enabled: false, disabledReason, updatedAt: now })
  const facts = { name, failing_since: failingSince.toISOString() }
  await recordEvents(context, [
    kind === 'webhook'
      ? { type: 'webhook.disabled', tenantId, data: { webhook_id: id, ...facts } }
      : { type: 'notification_channel.disabled', tenantId, data: { channel_id: id, ...facts } },
  ])
}
