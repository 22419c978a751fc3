import type { components } from '../../../shared/contract/api-types.ts'
import type { DeviceView } from '../../domain/devices/device-view.ts'
import type { Job } from '../../store/models/job.ts'

type Schemas = components['schemas']

export function presentDevice({ device, state, agentIds, lastRun }: DeviceView): Schemas['Device'] {
  return {
    id: device.id,
    tenant_id: device.tenantId,
    name: device.name,
    hostname: device.hostname,
    platform: device.platform as Schemas['PlatformId'],
    transport_pref: device.transportPref,
    schedule: device.schedule,
    site: device.site,
    tags: device.tags,
    credential_id: device.credentialId,
    credential_api_id: device.credentialApiId,
    credential_ssh_id: device.credentialSshId,
    agent_ids: agentIds,
    options: device.options,
    staleness_hours: device.stalenessHours === null ? null : Number(device.stalenessHours),
    retry_attempts: device.retryAttempts,
    retry_delay_minutes: device.retryDelayMinutes,
    trust_posture: device.trustPosture,
    restore_policy: device.restorePolicy,
    enabled: device.enabled,
    state,
    has_history: device.hasHistory,
    last_success_at: device.lastSuccessAt?.toISOString() ?? null,
    last_run: lastRun && presentLastRun(lastRun),
    next_occurrence_at: device.nextOccurrenceAt?.toISOString() ?? null,
    next_run_at: device.nextRunAt?.toISOString() ?? null,
    stale_at: device.staleAt?.toISOString() ?? null,
    decommissioned_at: device.decommissionedAt?.toISOString() ?? null,
    purge_at: device.purgeAt?.toISOString() ?? null,
    purged_at: device.purgedAt?.toISOString() ?? null,
    created_at: device.createdAt.toISOString(),
    updated_at: device.updatedAt.toISOString(),
  }
}

function presentLastRun(run: Job): Schemas['LastRun'] {
  return {
    id: run.id,
    status: run.status,
    error_code: run.errorCode,
    queued_at: run.queuedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
  }
}
