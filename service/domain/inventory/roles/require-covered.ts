import type { Permission } from '../../../../shared/permissions/permissions.ts'
import type { ActionContext, Actor } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { type RoleHolder, readRolePermissions } from '../../kernel/role-permissions.ts'

/** Returns whether the caller has all of these permissions. The service itself may grant any. */
export function coversAll(actor: Actor, permissions: Iterable<Permission>): boolean {
  return actor.kind === 'service' || [...permissions].every((permission) => holds(actor, permission))
}

/**
 * Rejects an action on a user whose role has permissions that the caller lacks: a new password or another address of
 * such a user would give them to the caller.
 * @throws DomainError role_exceeds_yours
 */
export async function requireCovered(context: Pick<ActionContext, 'trx' | 'actor'>, user: RoleHolder): Promise<void> {
  const [held = []] = await readRolePermissions(context.trx, [user])
  if (!coversAll(context.actor, held)) throw new DomainError('role_exceeds_yours')
}
