import type { SystemContext } from '../../kernel/context.ts'
import type { DeliveryAttempt, WebhookDelivery } from '../../../store/models/webhook-delivery.ts'
import { WebhookDelivery as Deliveries } from '../../../store/models/webhook-delivery.ts'
import { Webhook } from '../../../store/models/webhook.ts'
import { recordEvents } from '../events/record-events.ts'
import { abandonAfterMs, retryDelayMs } from './webhook-retry-delay.ts'

/**
 * Records the result of an attempt: delivered, to be retried, or failed. A webhook without a successful delivery for a
 * day is disabled, which emits an event.
 * @param random from 0 to 1
 */
export async function finishDelivery(
  context: SystemContext,
  delivery: WebhookDelivery,
  attempt: DeliveryAttempt,
  random: number,
): Promise<void> {
  const { trx, now } = context
  const { id, webhookId, giveUpAt } = delivery
  const attempts = [...delivery.attempts, attempt]
  if (attempt.error === null) {
    await Deliveries.query(trx).findById(id).patch({ status: 'delivered', attempts, leaseUntil: null, finishedAt: now })
    await Webhook.query(trx).findById(webhookId).whereNotNull('failingSince').patch({ failingSince: null })
    return
  }
  const nextAt = new Date(now.getTime() + retryDelayMs(attempts.length, random))
  const isOver = delivery.kind === 'test' || nextAt > giveUpAt
  await Deliveries.query(trx)
    .findById(id)
    .patch(isOver ? { status: 'failed', attempts, leaseUntil: null, finishedAt: now } : { attempts, leaseUntil: null, nextAt }) // prettier-ignore
  if (delivery.kind !== 'test') await countFailure(context, webhookId)
}

async function countFailure({ trx, now }: SystemContext, id: string): Promise<void> {
  const webhook = await Webhook.query(trx).findById(id).forUpdate()
  if (!webhook) return
  if (webhook.failingSince === null) {
    await Webhook.query(trx).findById(id).patch({ failingSince: now })
    return
  }
  if (!webhook.enabled || now.getTime() - webhook.failingSince.getTime() < abandonAfterMs) return
  await Webhook.query(trx).findById(id).patch({ enabled: false, disabledReason: 'webhook_failing', updatedAt: now })
  const { tenantId, name } = webhook
  const data = { webhook_id: id, name, failing_since: webhook.failingSince.toISOString() }
  await recordEvents({ trx, now }, [{ type: 'webhook.disabled', tenantId, data }])
}
