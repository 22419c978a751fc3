import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { readJobFailure } from '../../domain/jobs/read-job-failure.ts'
import type { FailureCause } from '../../domain/jobs/failed-backups.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { presentError } from './failure.ts'

/** @param keys of the tenant of the latest run; null if they were destroyed */
export function presentFailureCause(
  { status, errorCode, devices, latest }: FailureCause,
  keys: TenantKeys | null,
  locale: Locale,
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
      ...presentError(readJobFailure(latest, keys), locale),
    },
  }
}
