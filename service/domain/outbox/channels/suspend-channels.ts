import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { User } from '../../../store/models/user.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import { recordEvents } from '../events/record-events.ts'

/** Why a channel may not go on: its owner is disabled or deleted, or lost permissions or customers that it has. */
export type SuspensionReason = 'channel_owner_gone' | 'channel_owner_limited'

/**
 * Returns the channels that may go on, in their order, and suspends the others with an event. A channel has the role of its owner, so
 * it ends as the owner's tokens do. One of an earlier version without a recorded owner goes on.
 */
export async function suspendWithoutOwner(
  context: SystemContext,
  channels: readonly NotificationChannel[],
): Promise<NotificationChannel[]> {
  const reasons = await findReasons(context, channels)
  for (const [id, reason] of reasons) await suspend(context, id, reason)
  return channels.filter(({ id }) => !reasons.has(id))
}

async function findReasons(
  { trx }: SystemContext,
  channels: readonly NotificationChannel[],
): Promise<Map<string, SuspensionReason>> {
  const owned = channels.filter(({ ownerId }) => ownerId !== null)
  if (owned.length === 0) return new Map()
  const users = await User.query(trx).findByIds([...new Set(owned.map(({ ownerId }) => ownerId!))])
  const owners = owned.map(({ ownerId }) => users.find(({ id }) => id === ownerId))
  const holders = [...owned, ...owners.map((user) => user ?? { role: 'tenant_custom' as const, roleId: null })]
  const permissions = await readRolePermissions(trx, holders)
  const customers = await readRoleCustomers(trx, holders)
  const reasonOf = (at: number): SuspensionReason | null => {
    const [owner, ofOwner] = [owners[at], at + owned.length]
    if (!owner || owner.disabledAt !== null || owner.suspendedAt !== null) return 'channel_owner_gone'
    const hasPermissions = [...permissions[at]!].every((permission) => permissions[ofOwner]!.has(permission))
    return hasPermissions && isWithin(customers[at]!, customers[ofOwner]!) ? null : 'channel_owner_limited'
  }
  return new Map(
    owned.flatMap(({ id }, at) => {
      const reason = reasonOf(at)
      return reason ? [[id, reason] as const] : []
    }),
  )
}

/** Null: all customers. */
function isWithin(some: readonly string[] | null, limit: readonly string[] | null): boolean {
  return limit === null || (some !== null && some.every((id) => limit.includes(id)))
}

async function suspend(context: SystemContext, id: string, reason: SuspensionReason): Promise<void> {
  const { trx, now } = context
  const [channel] = await NotificationChannel.query(trx)
    .where({ id, enabled: true })
    .patch({ enabled: false, disabledReason: reason, updatedAt: now })
    .returning('*')
  if (channel) {
    const data = { channel_id: id, name: channel.name, reason }
    await recordEvents(context, [{ type: 'notification_channel.suspended', tenantId: channel.tenantId, data }])
    return
  }
  // disabled because its receiver fails: it must not be tried any more
  await NotificationChannel.query(trx).where({ id }).patch({ disabledReason: reason, updatedAt: now })
}
