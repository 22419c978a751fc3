import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** Returns channels in scope by name. */
export function listChannels(
  context: ActionContext,
  filter: { name?: string; kind?: NotificationChannel['kind'] } = {},
): Promise<NotificationChannel[]> {
  return NotificationChannel.query(context.trx).where(filter).orderBy('name').orderBy('id').limit(1_000).execute()
}

/** @throws DomainError not_found, also for a channel of another kind than `filter` names */
export async function getChannel(
  { trx }: ActionContext,
  id: string,
  filter: { kind?: NotificationChannel['kind'] } = {},
): Promise<NotificationChannel> {
  const channel = await NotificationChannel.query(trx).findOne({ id, ...filter })
  if (!channel) throw notFound()
  return channel
}
