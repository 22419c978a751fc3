import type { components } from '../../../shared/contract/api-types.ts'
import type { ServiceAccountView } from '../../domain/inventory/service-accounts/list-service-accounts.ts'

export function presentServiceAccount({
  account,
  roleName,
  tokens,
}: ServiceAccountView): components['schemas']['ServiceAccount'] {
  return {
    id: account.id,
    name: account.name,
    address: account.email,
    role: account.role,
    role_id: account.roleId,
    role_name: roleName,
    tenant_id: account.tenantId,
    disabled: account.disabledAt !== null,
    tokens_count: tokens,
    created_at: account.createdAt.toISOString(),
  }
}
