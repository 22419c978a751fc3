import type { SystemContext } from '../../kernel/context.ts'
import type { DeliveryAttempt, NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import { NotificationDelivery as Deliveries } from '../../../store/models/notification-delivery.ts'
import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { recordEvents } from '../events/record-events.ts'
import { abandonAfterMs, retryDelayMs } from './retry-delay.ts'

/**
 * Records the result of an attempt: delivered, to be retried, or failed. A channel without a successful delivery for a
 * day is disabled, which emits an event.
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
    await Deliveries.query(trx).findById(id).patch({ status: 'delivered', attempts, leaseUntil: null, finishedAt: now })
    await NotificationChannel.query(trx).findById(channelId).whereNotNull('failingSince').patch({ failingSince: null })
    return
  }
  const nextAt = new Date(now.getTime() + retryDelayMs(attempts.length, random))
  const isOver = delivery.kind === 'test' || nextAt > giveUpAt
  await Deliveries.query(trx)
    .findById(id)
    .patch(isOver ? { status: 'failed', attempts, leaseUntil: null, finishedAt: now } : { attempts, leaseUntil: null, nextAt }) // prettier-ignore
  if (delivery.kind !== 'test') await countFailure(context, channelId)
}

async function countFailure({ trx, now }: SystemContext, id: string): Promise<void> {
  const channel = await NotificationChannel.query(trx).findById(id).forUpdate()
  if (!channel) return
  if (channel.failingSince === null) {
    await NotificationChannel.query(trx).findById(id).patch({ failingSince: now })
    return
  }
  if (!channel.enabled || now.getTime() - channel.failingSince.getTime() < abandonAfterMs) return
  await NotificationChannel.query(trx)
    .findById(id)
    .patch({ enabled: false, disabledReason: 'webhook_failing', updatedAt: now })
  const { tenantId, name } = channel
  const data = { webhook_id: id, name, failing_since: channel.failingSince.toISOString() }
  await recordEvents({ trx, now }, [{ type: 'webhook.disabled', tenantId, data }])
}
