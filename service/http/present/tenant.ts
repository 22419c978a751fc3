import type { components } from '../../../shared/contract/api-types.ts'
import type { Destruction } from '../../store/models/destruction.ts'
import type { Tenant } from '../../store/models/tenant.ts'

type Schemas = components['schemas']

export function presentTenant(
  tenant: Tenant,
  keysDestroyedAt: Date | undefined,
  destruction: Destruction | undefined,
): Schemas['Tenant'] {
  return {
    id: tenant.id,
    slug: tenant.slug,
    name: tenant.name,
    restore_policy: tenant.restorePolicy,
    decommissioned_retention_days: tenant.decommissionedRetentionDays,
    second_factor_required: tenant.secondFactorRequired,
    allowed_networks: tenant.allowedNetworks,
    purges_not_before: tenant.purgeNotBefore?.toISOString() ?? null,
    keys_destroyed_at: keysDestroyedAt?.toISOString() ?? null,
    destruction: destruction ? presentDestruction(destruction) : null,
    created_at: tenant.createdAt.toISOString(),
  }
}

export function presentDestruction(row: Destruction): Schemas['Destruction'] {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    kind: row.kind,
    slug: row.slug,
    name: row.name,
    state: row.state,
    requested_by: row.requestedBy,
    requested_at: row.requestedAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    withdrawn_by: row.withdrawnBy ?? null,
    withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
    keys_destroyed_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.state === 'done' ? (row.completedAt?.toISOString() ?? null) : null,
  }
}
