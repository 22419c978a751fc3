import type { Permission } from '../../../../shared/permissions/permissions.ts'
import { StoredRole } from '../../../store/models/role.ts'
import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** A role with the number of its users. */
export interface RoleView {
  role: StoredRole
  users: number
}

/** Returns the custom roles in scope, by name. */
export async function listRoles(
  { trx }: Pick<ActionContext, 'trx'>,
  page: { limit: number; after: { name: string; id: string } | null },
): Promise<RoleView[]> {
  const query = StoredRole.query(trx).orderBy(['name', 'id']).limit(page.limit)
  const { after } = page
  if (after) query.whereRaw('(name, id) > (?, ?)', [after.name, after.id])
  return viewRoles(trx, await query)
}

/** @throws DomainError not_found */
export async function getRole({ trx }: Pick<ActionContext, 'trx'>, id: string): Promise<RoleView> {
  const found = await StoredRole.query(trx).findById(id)
  if (!found) throw notFound()
  const [view] = await viewRoles(trx, [found])
  return view!
}

async function viewRoles(trx: ActionContext['trx'], roles: StoredRole[]): Promise<RoleView[]> {
  const counts = await User.query(trx)
    .whereIn(
      'roleId',
      roles.map(({ id }) => id),
    )
    .groupBy('roleId')
    .select('roleId')
    .count('* as users')
    .castTo<{ roleId: string; users: string }[]>()
  const byId = new Map(counts.map(({ roleId, users }) => [roleId, Number(users)]))
  return roles.map((role) => ({ role, users: byId.get(role.id) ?? 0 }))
}

/** Records that a role was added, changed or deleted; `before`: its permissions before the change. */
export function reportRole(
  context: Pick<ActionContext, 'trx' | 'now' | 'actor'>,
  type: 'role.created' | 'role.changed' | 'role.deleted',
  { id, tenantId, name, permissions }: StoredRole,
  before: readonly Permission[],
): Promise<void> {
  const added = permissions.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !permissions.includes(one))
  const data = { role_id: id, name, permissions, added, removed, by: context.actor.name }
  return recordEvents(context, [{ type, tenantId, data }])
}
