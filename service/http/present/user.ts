import type { components } from '../../../shared/contract/api-types.ts'
import type { FactorKind } from '../../domain/inventory/second-factors/list-factors.ts'
import type { User } from '../../store/models/user.ts'

/** What other tables contain about a user. */
export interface UserDetails {
  factors?: readonly FactorKind[] | undefined
  scimState?: 'active' | 'inactive' | undefined
  /** Of custom roles and of identity providers, by id. */
  names: ReadonlyMap<string, string>
}

export function presentUser(
  user: User,
  { factors = [], scimState, names }: UserDetails,
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
    must_change_password: user.passwordChangeRequired,
    second_factors: [...factors],
    sso: user.identityProviderId !== null,
    provider_name: (user.identityProviderId === null ? undefined : names.get(user.identityProviderId)) ?? null,
    scim_state: scimState ?? null,
    break_glass: user.isBreakGlass,
    created_at: user.createdAt.toISOString(),
  }
}
