import type { components } from '../../../shared/contract/api-types.ts'
import type { Tenant } from '../../store/models/tenant.ts'

export function presentTenant(tenant: Tenant): components['schemas']['Tenant'] {
  return {
    id: tenant.id,
    slug: tenant.slug,
    name: tenant.name,
    restore_policy: tenant.restorePolicy,
    decommissioned_retention_days: tenant.decommissionedRetentionDays,
    created_at: tenant.createdAt.toISOString(),
  }
}
