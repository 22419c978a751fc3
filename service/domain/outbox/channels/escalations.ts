import { randomUUIDv7 } from 'node:crypto'
import { EventRow } from '../../../store/models/event.ts'
import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import { emitEvent } from '../events/emit-event.ts'
import { findAlert } from '../events/event-alert.ts'
import { inDeliveries } from './digest-groups.ts'
import { isAtLeast, mayReceive } from './match-rules.ts'
import { abandonAfterMs } from './retry-delay.ts'

const minuteMs = 60_000

/** Escalations per transaction. */
const batch = 500

/**
 * Records the events of a channel that go to its second channel unless a user acknowledges them. An event that ends an
 * alert does not escalate.
 * @param sentAt when the channel sends them
 */
export async function planEscalations(
  { trx }: SystemContext,
  channel: NotificationChannel,
  events: readonly EventRow[],
  sentAt: Date,
): Promise<void> {
  const { id, tenantId, escalationMinutes, escalationSeverity } = channel
  if (escalationMinutes === null || escalationSeverity === null) return
  const rows = events
    .map((event) => ({ event, alert: findAlert(event) }))
    .filter(({ event, alert }) => isAtLeast(event.severity, escalationSeverity) && alert?.resolved !== true)
    .map(({ event, alert }) => ({
      channel_id: id,
      event_id: event.id,
      tenant_id: tenantId,
      due_at: new Date(sentAt.getTime() + escalationMinutes * minuteMs),
      alert_key: alert?.key ?? null,
    }))
  if (rows.length > 0) await trx('notification_escalations').insert(rows)
}

/** Deletes the escalations of alerts that these events end. */
export async function endEscalations({ trx }: SystemContext, events: readonly EventRow[]): Promise<void> {
  const alerts = events.map(findAlert).filter((alert) => alert?.resolved)
  const keys = [...new Set(alerts.map((alert) => alert!.key))]
  if (keys.length > 0) await trx('notification_escalations').whereIn('alert_key', keys).delete()
}

interface DueEscalation {
  channel_id: string
  event_id: string
}

/**
 * Queues due escalations on the second channels. Those of acknowledged events are deleted; others stay, so that the list of
 * escalating events contains them until a user acknowledges them.
 */
export async function queueEscalations(context: SystemContext): Promise<void> {
  const { trx, now } = context
  const due: DueEscalation[] = await trx('notification_escalations')
    .where('due_at', '<=', now)
    .whereNull('escalated_at')
    .orderBy('due_at')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .select('channel_id', 'event_id')
  if (due.length === 0) return
  const events = await EventRow.query(trx)
    .findByIds([...new Set(due.map(({ event_id: id }) => id))])
    .whereNull('acknowledgedAt')
    .orderBy('position')
  for (const channelId of new Set(due.map(({ channel_id: id }) => id))) {
    const ids = new Set(due.filter(({ channel_id: id }) => id === channelId).map(({ event_id: id }) => id))
    await escalate(context, channelId, events.filter(({ id }) => ids.has(id))) // prettier-ignore
  }
  const open = new Set(events.map(({ id }) => id))
  const rowsOf = (these: DueEscalation[]) =>
    trx('notification_escalations').whereIn(['channel_id', 'event_id'], these.map(({ channel_id: channel, event_id: event }) => [channel, event])) // prettier-ignore
  await rowsOf(due.filter(({ event_id: id }) => open.has(id))).update({ escalated_at: now })
  await rowsOf(due.filter(({ event_id: id }) => !open.has(id))).delete()
}

/** The second channel receives only events that its own role may read. */
async function escalate(context: SystemContext, channelId: string, events: EventRow[]): Promise<void> {
  const { trx, now } = context
  const target = await NotificationChannel.query(trx)
    .whereIn('id', NotificationChannel.query(trx).findById(channelId).select('escalationChannelId'))
    .first()
  if (!target) return
  const [permissions] = await readRolePermissions(trx, [target])
  const [customers = null] = await readRoleCustomers(trx, [target])
  const received = events.filter((event) => mayReceive(target, { permissions: permissions!, customers }, event))
  const deliveries = inDeliveries(target.kind, received).map((group) => ({
    id: randomUUIDv7(),
    tenantId: target.tenantId,
    channelId: target.id,
    kind: 'escalation' as const,
    status: 'waiting' as const,
    events: group.map(emitEvent),
    attempts: [],
    nextAt: now,
    giveUpAt: new Date(now.getTime() + abandonAfterMs),
    createdAt: now,
  }))
  if (deliveries.length > 0) await NotificationDelivery.query(trx).insert(deliveries)
}
