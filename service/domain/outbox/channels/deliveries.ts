import { randomUUIDv7 } from 'node:crypto'
import { type DeliveryAttempt, NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { sendSignal } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { getChannel } from './list-channels.ts'
import { abandonAfterMs } from './retry-delay.ts'
import type { ChannelObject } from './channel-object.ts'
import { finishDelivery } from './finish-delivery.ts'

/** Returns the deliveries of a channel, latest first, after the previous page. */
export function listDeliveries(
  context: ActionContext,
  channelId: string,
  filter: { status?: NotificationDelivery['status'] },
  page: { limit: number; after: { createdAt: Date; id: string } | null },
): Promise<NotificationDelivery[]> {
  const query = NotificationDelivery.query(context.trx)
    .where({ channelId, ...filter })
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
export async function resendDelivery(
  context: ActionContext,
  object: ChannelObject,
  channelId: string,
  id: string,
): Promise<NotificationDelivery> {
  const { trx, now } = context
  const delivery = await NotificationDelivery.query(trx).findById(id).where({ channelId }).forUpdate()
  if (!delivery) throw notFound()
  if (delivery.status === 'merged') throw new DomainError('delivery_merged', { id: delivery.mergedInto ?? '' })
  const kind = delivery.kind === 'test' ? 'event' : delivery.kind // a resent test is retried like other deliveries
  const change = {
    kind,
    status: 'waiting',
    nextAt: now,
    giveUpAt: new Date(now.getTime() + abandonAfterMs),
    attempts: delivery.status === 'waiting' ? delivery.attempts : endAttempts(delivery.attempts),
  } as const
  await NotificationDelivery.query(trx).findById(id).patch({ ...change, finishedAt: null }) // prettier-ignore
  const detail = { delivery_id: id }
  await recordAudit(context, `${object}.resend`, { kind: object, id: channelId, tenantId: delivery.tenantId, detail })
  await sendSignal(trx, 'events', 'resent')
  return Object.assign(delivery, change, { finishedAt: null })
}

/** Marks the last attempt, so that the next one goes to all recipients. */
function endAttempts(attempts: DeliveryAttempt[]): DeliveryAttempt[] {
  return attempts.map((attempt, at) => (at === attempts.length - 1 ? { ...attempt, isResent: true } : attempt))
}

/**
 * Creates a test delivery, which only the caller sends.
 * @throws DomainError not_found
 */
export async function beginTest(
  context: ActionContext,
  object: ChannelObject,
  id: string,
): Promise<{ channel: NotificationChannel; delivery: NotificationDelivery }> {
  const { trx, now } = context
  const channel = await getChannel(context, id)
  const { tenantId, name } = channel
  const delivery = await NotificationDelivery.query(trx)
    .insert({
      id: randomUUIDv7(),
      tenantId,
      channelId: id,
      kind: 'test',
      status: 'waiting',
      events: [testEvent(context, channel)],
      attempts: [],
      nextAt: now,
      leaseUntil: new Date(now.getTime() + 60_000),
      giveUpAt: new Date(now.getTime() + 60_000),
      createdAt: now,
    })
    .returning('*')
  await recordAudit(context, `${object}.test`, { kind: object, id, tenantId, detail: { name } })
  return { channel, delivery }
}

/** Returns the event of a test. */
export function testEvent(
  { now, actor }: Pick<ActionContext, 'now' | 'actor'>,
  { kind, name, tenantId }: NotificationChannel,
): Record<string, unknown> {
  return {
    id: randomUUIDv7(),
    type: 'test',
    severity: 'info',
    at: now.toISOString(),
    tenant_id: tenantId,
    device: null,
    agent: null,
    data: { [kind === 'webhook' ? 'webhook' : 'channel']: name, asked_by: actor.name },
    acknowledgement: null,
  }
}

/** Records the result of the test. */
export async function endTest(context: ActionContext, delivery: NotificationDelivery, attempt: DeliveryAttempt) {
  await finishDelivery(context, delivery, attempt, 0)
  return NotificationDelivery.query(context.trx).findById(delivery.id).throwIfNotFound()
}
