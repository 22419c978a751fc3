import type { components } from '../../../shared/contract/api-types.ts'
import { describeError } from '../../domain/jobs/describe-error.ts'
import type { FailureCause } from '../../domain/jobs/failed-backups.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'

/** @param keys of the customer of the latest run; null when they were destroyed */
export function presentFailureCause(
  { status, errorCode, devices, latest }: FailureCause,
  keys: TenantKeys | null,
): components['schemas']['FailureCause'] {
  return {
    status,
    error_code: errorCode,
    devices,
    latest: {
      run_id: latest.id,
      tenant_id: latest.tenantId,
      device_id: latest.deviceId,
      device_name: latest.deviceName,
      queued_at: latest.queuedAt.toISOString(),
      error: describeError(latest, keys),
    },
  }
}
