import type { components } from '../../../shared/contract/api-types.ts'
import type { FactorKind } from '../../domain/inventory/second-factors/list-factors.ts'
import type { User } from '../../store/models/user.ts'

/** @param names of custom roles and of identity providers, by id */
export function presentUser(
  user: User,
  factors: readonly FactorKind[] = [],
  names: ReadonlyMap<string, string>,
): components['schemas']['User'] {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    role_id: user.roleId,
    role_name: (user.roleId === null ? undefined : names.get(user.roleId)) ?? null,
    tenant_id: user.tenantId,
    disabled: user.disabledAt !== null,
    second_factors: [...factors],
    sso: user.identityProviderId !== null,
    provider_name: (user.identityProviderId === null ? undefined : names.get(user.identityProviderId)) ?? null,
    break_glass: user.isBreakGlass,
    created_at: user.createdAt.toISOString(),
  }
}
