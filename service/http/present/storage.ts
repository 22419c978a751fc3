import type { RestoredMark } from '../../domain/kernel/installation/restore-marker.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import type { TenantContents, LineageContents } from '../../domain/reporting/storage/content-sizes.ts'
import type { StorageSample } from '../../domain/reporting/storage/forecast.ts'
import { sumLockCounts } from '../../domain/repository/object-lock/read-lock-counts.ts'
import type { StorageUsage } from '../../domain/reporting/storage/usage.ts'
import type { LockMode } from '../../objects/object-locks.ts'

/** @param lockMode null if objects are not locked */
export function presentUsage(usage: StorageUsage, lockMode: LockMode | null): components['schemas']['StorageUsage'] {
  const { stored, growth, fullAt, disk, byTenant } = usage
  return {
    stored,
    growth_per_day: growth.perDay,
    basis: growth.basis,
    full_at: fullAt?.toISOString() ?? null,
    disk,
    by_tenant: byTenant,
    object_lock: lockMode && presentObjectLock(lockMode, usage),
  }
}

function presentObjectLock(mode: LockMode, { lockCounts }: StorageUsage): components['schemas']['ObjectLockUsage'] {
  const counts = sumLockCounts(lockCounts)
  return {
    mode,
    locked: counts?.locked ?? null,
    unlocked: counts?.unlocked ?? null,
    locked_until: counts?.lockedUntil?.toISOString() ?? null,
    counted_at: counts?.countedAt.toISOString() ?? null,
  }
}

export function presentSample({ sampledAt, stored }: StorageSample): components['schemas']['StorageSample'] {
  return { sampled_at: sampledAt.toISOString(), stored }
}

export function presentContents(contents: {
  customers: TenantContents[]
  lineages: LineageContents[]
}): components['schemas']['StorageContents'] {
  return {
    customers: contents.customers,
    lineages: contents.lineages.map((lineage) => ({
      artifact_id: lineage.artifactId,
      tenant_id: lineage.tenantId,
      device_id: lineage.deviceId,
      device: lineage.deviceName,
      key: lineage.key,
      transport: lineage.transport,
      versions: lineage.versions,
      collected: lineage.collected,
    })),
  }
}

export function presentMark(mark: RestoredMark | null): components['schemas']['RestoredMark'] {
  return { restored: mark !== null, at: mark?.at ?? null, dump_taken_at: mark?.dumpTakenAt ?? null }
}
