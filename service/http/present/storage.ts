import type { components } from '../../../shared/contract/api-types.ts'
import type { StorageUsage } from '../../domain/storage/usage.ts'

export function presentUsage(usage: StorageUsage): components['schemas']['StorageUsage'] {
  const { stored, growth, fullAt, disk, byTenant } = usage
  return {
    stored,
    growth_per_day: growth.perDay,
    basis: growth.basis,
    full_at: fullAt?.toISOString() ?? null,
    disk,
    by_tenant: byTenant,
  }
}
