import type { components } from '../../../shared/contract/api-types.ts'
import type { FactorKind } from '../../domain/inventory/second-factors/list-factors.ts'
import type { User } from '../../store/models/user.ts'

export function presentUser(user: User, factors: readonly FactorKind[] = []): components['schemas']['User'] {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    tenant_id: user.tenantId,
    disabled: user.disabledAt !== null,
    second_factors: [...factors],
    created_at: user.createdAt.toISOString(),
  }
}
