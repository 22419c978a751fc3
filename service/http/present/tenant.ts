import type { components } from '../../../shared/contract/api-types.ts'
import type { Tenant } from '../../store/models/tenant.ts'

export function presentTenant(tenant: Tenant, keysDestroyedAt: Date | undefined): components['schemas']['Tenant'] {
  return {
    id: tenant.id,
    slug: tenant.slug,
    name: tenant.name,
    restore_policy: tenant.restorePolicy,
    decommissioned_retention_days: tenant.decommissionedRetentionDays,
    keys_destroyed_at: keysDestroyedAt?.toISOString() ?? null,
    created_at: tenant.createdAt.toISOString(),
  }
}
