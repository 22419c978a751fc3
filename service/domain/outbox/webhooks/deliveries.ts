import { randomUUIDv7 } from 'node:crypto'
import type { DeliveryAttempt } from '../../../store/models/webhook-delivery.ts'
import { WebhookDelivery } from '../../../store/models/webhook-delivery.ts'
import { Webhook } from '../../../store/models/webhook.ts'
import { sendSignal } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { abandonAfterMs } from './webhook-retry-delay.ts'
import { finishDelivery } from './finish-delivery.ts'

/** Returns the deliveries of a webhook, latest first, after the previous page. */
export function listDeliveries(
  context: ActionContext,
  webhookId: string,
  filter: { status?: WebhookDelivery['status'] },
  page: { limit: number; after: { createdAt: Date; id: string } | null },
): Promise<WebhookDelivery[]> {
  const query = WebhookDelivery.query(context.trx)
    .where({ webhookId, ...filter })
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.after) query.whereRaw('(created_at, id) < (?, ?)', [page.after.createdAt, page.after.id])
  return query.execute()
}

/**
 * Queues a delivery again under its own id, with a new time limit.
 * @throws DomainError not_found
 */
export async function resendDelivery(context: ActionContext, webhookId: string, id: string): Promise<WebhookDelivery> {
  const { trx, now } = context
  const delivery = await WebhookDelivery.query(trx).findById(id).where({ webhookId }).forUpdate()
  if (!delivery) throw notFound()
  const kind = delivery.kind === 'test' ? 'event' : delivery.kind // a resent test is retried like other deliveries
  const change = { kind, status: 'waiting', nextAt: now, giveUpAt: new Date(now.getTime() + abandonAfterMs) } as const
  await WebhookDelivery.query(trx).findById(id).patch({ ...change, finishedAt: null }) // prettier-ignore
  const detail = { delivery_id: id }
  await recordAudit(context, 'webhook.resend', { kind: 'webhook', id: webhookId, tenantId: delivery.tenantId, detail })
  await sendSignal(trx, 'events', 'resent')
  return Object.assign(delivery, change, { finishedAt: null })
}

/**
 * Creates a test delivery, which only the caller sends.
 * @throws DomainError not_found
 */
export async function beginTest(
  context: ActionContext,
  id: string,
): Promise<{ webhook: Webhook; delivery: WebhookDelivery }> {
  const { trx, now, actor } = context
  const webhook = await Webhook.query(trx).findById(id)
  if (!webhook) throw notFound()
  const { tenantId, name } = webhook
  const event = {
    id: randomUUIDv7(),
    type: 'test',
    severity: 'info',
    at: now.toISOString(),
    tenant_id: tenantId,
    device: null,
    agent: null,
    data: { webhook: name, asked_by: actor.name },
  }
  const delivery = await WebhookDelivery.query(trx)
    .insert({
      id: randomUUIDv7(),
      tenantId,
      webhookId: id,
      kind: 'test',
      status: 'waiting',
      events: [event],
      attempts: [],
      nextAt: now,
      leaseUntil: new Date(now.getTime() + 60_000),
      giveUpAt: new Date(now.getTime() + 60_000),
      createdAt: now,
    })
    .returning('*')
  await recordAudit(context, 'webhook.test', { kind: 'webhook', id, tenantId, detail: { name } })
  return { webhook, delivery }
}

/** Records the result of the test. */
export async function endTest(context: ActionContext, delivery: WebhookDelivery, attempt: DeliveryAttempt) {
  await finishDelivery(context, delivery, attempt, 0)
  return WebhookDelivery.query(context.trx).findById(delivery.id).throwIfNotFound()
}
