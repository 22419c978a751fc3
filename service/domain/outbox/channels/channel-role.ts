import type { Role } from '../../../../shared/permissions/permissions.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { type RoleHolder, readRolePermissions } from '../../kernel/role-permissions.ts'

/** With whose role a channel acts. */
export interface ChannelOwner extends RoleHolder {
  ownerId: string | null
  ownerEmail: string | null
  /** Name of the custom role, if it was deleted. */
  deletedRole: string | null
}

/**
 * Returns the caller with the role that decides the events that a channel receives. A token with fewer permissions than its
 * role would receive events that it may not read.
 * @throws DomainError role_exceeds_yours for such a token
 */
export async function findChannelRole({ trx, actor }: Pick<ActionContext, 'trx' | 'actor'>): Promise<ChannelOwner> {
  const role = { role: actor.role as Role, roleId: actor.roleId ?? null }
  const [held] = await readRolePermissions(trx, [role])
  if (![...(held ?? [])].every((permission) => holds(actor, permission))) throw new DomainError('role_exceeds_yours')
  return { ...role, ownerId: actor.id, ownerEmail: actor.name, deletedRole: null }
}
