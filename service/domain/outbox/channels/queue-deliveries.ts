import { randomUUIDv7 } from 'node:crypto'
import type { EventRow } from '../../../store/models/event.ts'
import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import { emitEvent } from '../events/emit-event.ts'
import { inDeliveries, inGroups, maxInDigest, neverDigests } from './digest-groups.ts'
import { endEscalations, planEscalations } from './escalations.ts'
import { isAtLeast, wantsEvent } from './match-rules.ts'
import { endOfQuietHours } from './quiet-hours.ts'
import { abandonAfterMs, isReceiving, keepsEventsApart } from './retry-delay.ts'
import { suspendChannelsWithoutOwner } from './suspend-channels.ts'

const minuteMs = 60_000

/** Time without a success after which events for a channel are collected, and its waiting deliveries are merged. */
export const failingMs = 60 * minuteMs

/** For how long events for a failing channel are collected: each digest is also a check whether its receiver is back. */
const probeMs = 15 * minuteMs

/** Queues deliveries of these events, and ends the escalations that they make unnecessary. */
export async function queueDeliveries(context: SystemContext, events: EventRow[]): Promise<void> {
  await endEscalations(context, events)
  const owners = new Set(events.flatMap(({ tenantId }) => tenantId ?? []))
  const stored = await NotificationChannel.query(context.trx)
    .where((of) => of.whereNull('tenantId').orWhereIn('tenantId', [...owners]))
    .orderBy('id')
  const receiving = stored.filter((channel) => isReceiving(channel, context.now))
  const channels = await suspendChannelsWithoutOwner(context, receiving)
  const permissions = await readRolePermissions(context.trx, channels)
  const customers = await readRoleCustomers(context.trx, channels)
  for (const [at, channel] of channels.entries()) {
    const reach = { permissions: permissions[at]!, customers: customers[at]! }
    const wanted = events.filter((event) => wantsEvent(channel, reach, event))
    if (wanted.length > 0) await queueForChannel(context, channel, wanted)
  }
}

async function queueForChannel(context: SystemContext, channel: NotificationChannel, events: EventRow[]) {
  const { quietHours } = channel
  const end = quietHours && endOfQuietHours(quietHours, context.now)
  const passes = ({ severity }: EventRow) => quietHours === null || isAtLeast(severity, quietHours.min_severity)
  const held = end ? events.filter((event) => !passes(event)) : []
  const others = end ? events.filter(passes) : events
  if (end && held.length > 0) {
    await gather(context, channel, held, { until: end, isHeld: true })
    await planEscalations(context, channel, held, end)
  }
  if (others.length === 0) return
  const waitMs = Math.max(channel.digestMinutes * minuteMs, isDown(context, channel) ? probeMs : 0)
  const until = new Date(context.now.getTime() + waitMs)
  if (waitMs > 0) await gather(context, channel, others, { until, isHeld: false })
  else await insert(context, channel, others.map((event) => [event]), until) // prettier-ignore
  await planEscalations(context, channel, others, until)
}

function isDown({ now }: SystemContext, { kind, failingSince }: NotificationChannel): boolean {
  return !keepsEventsApart(kind) && failingSince !== null && now.getTime() - failingSince.getTime() >= failingMs
}

interface Gathering {
  until: Date
  /** Held back by quiet hours: only a digest that is sent at their end may contain these events. */
  isHeld: boolean
}

/** Adds events to the queued digest, unless it is already being sent. */
async function gather(
  context: SystemContext,
  channel: NotificationChannel,
  wanted: EventRow[],
  { until, isHeld }: Gathering,
): Promise<void> {
  const { trx } = context
  if (neverDigests(channel.kind)) return insert(context, channel, inDeliveries(channel.kind, wanted), until)
  const open = await NotificationDelivery.query(trx)
    .where({ channelId: channel.id, kind: 'digest', status: 'waiting' })
    .where('nextAt', isHeld ? '=' : '<=', until)
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
  await insert(context, channel, inGroups(others), until)
}

async function insert(
  { trx, now }: SystemContext,
  channel: NotificationChannel,
  groups: EventRow[][],
  nextAt: Date,
): Promise<void> {
  if (groups.length === 0) return
  await NotificationDelivery.query(trx).insert(
    groups.map((group) => ({
      id: randomUUIDv7(),
      tenantId: channel.tenantId,
      channelId: channel.id,
      kind: nextAt > now && !neverDigests(channel.kind) ? ('digest' as const) : ('event' as const),
      status: 'waiting' as const,
      events: group.map(emitEvent),
      attempts: [],
      nextAt,
      giveUpAt: new Date(nextAt.getTime() + abandonAfterMs),
      createdAt: now,
    })),
  )
}
