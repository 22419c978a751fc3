import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { recordEvents } from '../events/record-events.ts'
import { type OwnerLoss, findLostOwners } from './find-lost-owners.ts'

/**
 * Suspends the channels whose owner is gone or lost permissions, with an event for each. Returns the others, in their order.
 * A channel has the permissions of its owner, like an API token.
 */
export async function suspendChannelsWithoutOwner(
  context: SystemContext,
  channels: readonly NotificationChannel[],
): Promise<NotificationChannel[]> {
  const lost = await findLostOwners(context, channels, 'retention:write')
  for (const [id, loss] of lost) await suspend(context, id, loss)
  return channels.filter(({ id }) => !lost.has(id))
}

async function suspend(context: SystemContext, id: string, { kind, ...params }: OwnerLoss): Promise<void> {
  const { trx, now } = context
  const reason = `channel_${kind}` as const
  const change = { disabledReason: reason, disabledParams: params, updatedAt: now }
  const [channel] = await NotificationChannel.query(trx)
    .where({ id, enabled: true })
    .patch({ enabled: false, ...change })
    .returning('*')
  if (channel) {
    const data = { channel_id: id, name: channel.name, reason, ...params }
    await recordEvents(context, [{ type: 'notification_channel.suspended', tenantId: channel.tenantId, data }])
    return
  }
  // disabled because its receiver fails: it must not be retried
  await NotificationChannel.query(trx).where({ id }).patch(change)
}
