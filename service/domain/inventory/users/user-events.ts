import type { Role } from '../../../../shared/permissions/permissions.ts'
import type { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type NewEvent, recordEvents } from '../../outbox/events/record-events.ts'

type UserCall = Pick<ActionContext, 'trx' | 'now' | 'actor'>

/** Records that a user was added or removed. */
export function reportUser(context: UserCall, type: 'user.created' | 'user.deleted', user: User): Promise<void> {
  return recordEvents(context, [{ type, tenantId: user.tenantId, data: describeUser(context, user) }])
}

/**
 * Records a change of a user. A new role has its own event, as does disabling or enabling; another event names the
 * other changed fields. Unchanged values are left out.
 * @param hasNewPassword needed because a new hash may be of the same password
 */
export async function reportUserChange(
  context: UserCall,
  before: User,
  after: User,
  { hasNewPassword }: { hasNewPassword: boolean },
): Promise<void> {
  const { tenantId } = after
  const data = describeUser(context, after)
  const fields = (['email', 'name'] as const).filter((field) => before[field] !== after[field])
  const changed = [...fields, ...(hasNewPassword ? ['password'] : [])]
  const events: NewEvent[] = []
  if (before.role !== after.role || before.roleId !== after.roleId) {
    events.push({ type: 'user.role_changed', tenantId, data: { ...data, role_before: before.role as Role } })
  }
  if ((before.disabledAt === null) !== (after.disabledAt === null)) {
    events.push({ type: after.disabledAt ? 'user.disabled' : 'user.enabled', tenantId, data })
  }
  if (changed.length > 0) events.push({ type: 'user.changed', tenantId, data: { ...data, changed } })
  await recordEvents(context, events)
}

function describeUser({ actor }: UserCall, { id, email, role }: User) {
  return { user_id: id, email, role: role as Role, by: actor.name }
}
