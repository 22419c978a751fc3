import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import type { ChannelObject } from './channel-object.ts'
import { getChannel } from './list-channels.ts'

/**
 * Deletes a channel with its queued deliveries.
 * @throws DomainError not_found, channel_in_use if another channel escalates to it
 */
export async function deleteChannel(context: ActionContext, object: ChannelObject, id: string): Promise<void> {
  const { trx } = context
  const channel = await getChannel(context, id)
  const user = await NotificationChannel.query(trx).findOne({ escalationChannelId: id }).select('name')
  if (user) throw new DomainError('channel_in_use', { name: user.name })
  await NotificationChannel.query(trx).deleteById(id)
  const detail = { name: channel.name }
  await recordAudit(context, `${object}.delete`, { kind: object, id, tenantId: channel.tenantId, detail })
}
