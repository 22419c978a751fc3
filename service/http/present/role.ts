import type { components } from '../../../shared/contract/api-types.ts'
import type { RoleView } from '../../domain/inventory/roles/role-view.ts'

export function presentRole({ role, users }: RoleView): components['schemas']['CustomRole'] {
  return {
    id: role.id,
    tenant_id: role.tenantId,
    name: role.name,
    description: role.description,
    permissions: role.permissions,
    sites: role.sites,
    tags: role.tags,
    tenant_ids: role.tenantIds,
    users_count: users,
    created_at: role.createdAt.toISOString(),
    created_by: role.createdBy,
    updated_at: role.updatedAt.toISOString(),
    updated_by: role.updatedBy,
  }
}
