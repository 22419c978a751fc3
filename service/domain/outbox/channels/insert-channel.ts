import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import type { ChannelObject } from './channel-object.ts'
import { findChannelRole } from './channel-role.ts'

/** Maximum number of channels of a tenant; rules, a digest or the event stream cover further needs. */
const maxChannels = 50

/** The fields that each kind of channel sets. */
export type NewChannel = Pick<NotificationChannel, 'id' | 'kind' | 'name' | 'destination' | 'rules' | 'digestMinutes'> &
  Partial<NotificationChannel>

/**
 * Adds a channel with the caller's role.
 * @throws DomainError role_exceeds_yours, name_taken, too_many
 */
export async function insertChannel(
  context: ActionContext,
  object: ChannelObject,
  channel: NewChannel,
): Promise<NotificationChannel> {
  const { trx, now, tenantId } = context
  const role = await findChannelRole(context)
  const query = NotificationChannel.query(trx)
  const ofOwner = tenantId === null ? query.whereNull('tenantId') : query.where({ tenantId })
  if ((await ofOwner.resultSize()) >= maxChannels) {
    throw new DomainError('too_many', { resource: object, limit: maxChannels })
  }
  const row = {
    ...channel,
    ...role,
    tenantId,
    failingSince: null,
    disabledReason: null,
    createdAt: now,
    updatedAt: now,
  }
  return rejectTakenName(object, NotificationChannel.query(trx).insert(row).returning('*').execute())
}

/** @throws DomainError name_taken instead of the database's error */
export function rejectTakenName<T>(object: ChannelObject, writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: object }))
}
