import { randomUUIDv7 } from 'node:crypto'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { maxInDigest } from './digest-groups.ts'

/**
 * Merges the due deliveries of a failing channel into digests, so that its receiver is not flooded when it
 * is back. A digest has a new id: the receiver may have one of its parts already. The former deliveries stay in the log
 * without their events.
 */
export async function mergeWaiting({ trx, now }: SystemContext, channel: NotificationChannel): Promise<void> {
  const waiting = await NotificationDelivery.query(trx)
    .where({ channelId: channel.id, status: 'waiting' })
    .whereIn('kind', ['event', 'digest'])
    .whereNull('leaseUntil')
    .whereRaw(`not jsonb_path_exists(attempts, '$[*].recipients')`) // some recipients have it already
    .where((due) => due.whereRaw(`attempts <> '[]'`).orWhere('nextAt', '<=', now))
    .orderBy('queuedOrder')
    .forUpdate()
  for (const group of groupBySize(waiting)) {
    if (group.length < 2) continue
    const id = randomUUIDv7()
    await NotificationDelivery.query(trx).insert({
      id,
      tenantId: channel.tenantId,
      channelId: channel.id,
      kind: 'digest',
      status: 'waiting',
      events: group.flatMap(({ events }) => events),
      attempts: group.at(-1)!.attempts,
      nextAt: new Date(Math.min(...group.map(({ nextAt }) => nextAt.getTime()))),
      giveUpAt: new Date(Math.max(...group.map(({ giveUpAt }) => giveUpAt.getTime()))),
      createdAt: now,
    })
    await NotificationDelivery.query(trx)
      .findByIds(group.map((one) => one.id))
      .patch({ status: 'merged', mergedInto: id, events: [], finishedAt: now })
  }
}

/** Divides deliveries, in their order, into groups with at most the events of a digest. */
function groupBySize(deliveries: readonly NotificationDelivery[]): NotificationDelivery[][] {
  const groups: NotificationDelivery[][] = []
  let size = Infinity
  for (const delivery of deliveries) {
    if (size + delivery.events.length > maxInDigest) {
      groups.push([])
      size = 0
    }
    groups.at(-1)!.push(delivery)
    size += delivery.events.length
  }
  return groups
}
