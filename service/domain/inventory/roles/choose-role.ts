import { type Role, isCustomRole, isPlatformRole, permissionSet } from '../../../../shared/permissions/permissions.ts'
import { StoredRole } from '../../../store/models/role.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import type { RoleHolder } from '../../kernel/role-permissions.ts'
import { coversAll } from './require-covered.ts'

/**
 * Checks a role that the caller gives to a user or a token, and locks a custom one against deletion.
 * @param tenantId the tenant of the user or the token; null for the platform
 * @returns the columns to store
 * @throws DomainError validation_failed: a custom role that is not named, unknown or of another tenant, or a role with
 *   permissions that the caller lacks
 */
export async function chooseRole(
  { trx, actor }: Pick<ActionContext, 'trx' | 'actor'>,
  { role, roleId }: { role: Role; roleId?: string | undefined },
  tenantId: string | null,
): Promise<RoleHolder> {
  if (!isCustomRole(role)) {
    if (roleId !== undefined) throw invalidField('role_id', 'role_is_built_in')
    if (!coversAll(actor, permissionSet(role))) throw invalidField('role', 'role_exceeds_own')
    return { role, roleId: null }
  }
  if (roleId === undefined) throw invalidField('role_id', 'custom_role_missing')
  const found = await StoredRole.query(trx).findById(roleId.toLowerCase()).forShare()
  if (!found || found.tenantId !== tenantId || isPlatformRole(role) !== (tenantId === null)) {
    throw invalidField('role_id', 'role_unknown')
  }
  if (!coversAll(actor, found.permissions)) throw invalidField('role_id', 'role_exceeds_own')
  return { role, roleId: found.id }
}
