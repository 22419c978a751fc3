import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { recordEvents } from '../events/record-events.ts'
import { type OwnerLoss, findLostOwners } from './find-lost-owners.ts'

/**
 * Returns the channels that may go on, in their order, and suspends the others with an event. A channel has the role of its owner, so
 * it ends as the owner's tokens do.
 */
export async function suspendWithoutOwner(
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
  // disabled because its receiver fails: it must not be tried any more
  await NotificationChannel.query(trx).where({ id }).patch(change)
}
