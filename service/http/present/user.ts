import type { components } from '../../../shared/contract/api-types.ts'
import type { FactorKind } from '../../domain/inventory/second-factors/list-factors.ts'
import type { User } from '../../store/models/user.ts'

/** @param roles names of custom roles by id */
export function presentUser(
  user: User,
  factors: readonly FactorKind[] = [],
  roles: ReadonlyMap<string, string>,
): components['schemas']['User'] {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    role_id: user.roleId,
    role_name: (user.roleId === null ? undefined : roles.get(user.roleId)) ?? null,
    tenant_id: user.tenantId,
    disabled: user.disabledAt !== null,
    second_factors: [...factors],
    sso: user.identityProviderId !== null,
    break_glass: user.isBreakGlass,
    created_at: user.createdAt.toISOString(),
  }
}
