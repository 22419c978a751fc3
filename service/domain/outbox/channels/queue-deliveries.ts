import { randomUUIDv7 } from 'node:crypto'
import type { EventRow } from '../../../store/models/event.ts'
import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import { emitEvent } from '../events/emit-event.ts'
import { wantsEvent } from './match-rules.ts'
import { abandonAfterMs } from './retry-delay.ts'

/** Maximum number of events in a digest; further events start another. */
export const maxInDigest = 200

const minuteMs = 60_000

/** Queues deliveries of these events: one per event, or in a digest. */
export async function queueDeliveries(context: SystemContext, events: EventRow[]): Promise<void> {
  const owners = new Set(events.flatMap(({ tenantId }) => tenantId ?? []))
  const channels = await NotificationChannel.query(context.trx)
    .where({ enabled: true })
    .where((of) => of.whereNull('tenantId').orWhereIn('tenantId', [...owners]))
    .orderBy('id')
  const permissions = await readRolePermissions(context.trx, channels)
  const customers = await readRoleCustomers(context.trx, channels)
  for (const [at, channel] of channels.entries()) {
    const reach = { permissions: permissions[at]!, customers: customers[at]! }
    const wanted = events.filter((event) => wantsEvent(channel, reach, event))
    if (wanted.length === 0) continue
    if (channel.digestMinutes > 0) await gather(context, channel, wanted)
    else await insert(context, channel, wanted.map((event) => [event])) // prettier-ignore
  }
}

/** Adds events to the queued digest, unless it is already being sent. */
async function gather(context: SystemContext, channel: NotificationChannel, wanted: EventRow[]): Promise<void> {
  const { trx } = context
  const open = await NotificationDelivery.query(trx)
    .where({ channelId: channel.id, kind: 'digest', status: 'waiting' })
    .whereNull('leaseUntil')
    .whereRaw(`attempts = '[]' and jsonb_array_length(events) < ?`, [maxInDigest])
    .orderBy('queuedOrder')
    .forUpdate()
    .first()
  const room = open ? maxInDigest - open.events.length : 0
  const [fitting, others] = [wanted.slice(0, room), wanted.slice(room)]
  if (open && fitting.length > 0) {
    await NotificationDelivery.query(trx)
      .findById(open.id)
      .patch({ events: [...open.events, ...fitting.map(emitEvent)] })
  }
  const groups = Array.from({ length: Math.ceil(others.length / maxInDigest) }, (_none, at) =>
    others.slice(at * maxInDigest, (at + 1) * maxInDigest),
  )
  await insert(context, channel, groups)
}

async function insert({ trx, now }: SystemContext, channel: NotificationChannel, groups: EventRow[][]): Promise<void> {
  if (groups.length === 0) return
  const waitMs = channel.digestMinutes * minuteMs
  await NotificationDelivery.query(trx).insert(
    groups.map((group) => ({
      id: randomUUIDv7(),
      tenantId: channel.tenantId,
      channelId: channel.id,
      kind: waitMs > 0 ? ('digest' as const) : ('event' as const),
      status: 'waiting' as const,
      events: group.map(emitEvent),
      attempts: [],
      nextAt: new Date(now.getTime() + waitMs),
      giveUpAt: new Date(now.getTime() + waitMs + abandonAfterMs),
      createdAt: now,
    })),
  )
}
