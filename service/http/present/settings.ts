import type { components } from '../../../shared/contract/api-types.ts'
import metadata from '../../../package.json' with { type: 'json' }
import type { Delay } from '../../domain/kernel/delay.ts'
import { type InstallationSettings, usualLowPercent } from '../../domain/inventory/settings/settings.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Settings, defaultsBeside } from '../../settings.ts'

type Schemas = components['schemas']

/** Returns the settings without secrets, and without addresses that only the service connects to. */
export function presentSettings(
  installation: InstallationSettings,
  { settings, certificateEndsAt }: Pick<Dependencies, 'settings' | 'certificateEndsAt'>,
): Schemas['Settings'] {
  return {
    storage_low_percent: installation.storageLowPercent,
    trust_posture: installation.trustPosture,
    restore_policy: installation.restorePolicy,
    session_idle_minutes: installation.sessionIdleMinutes,
    token_days_without_networks: installation.tokenDaysWithoutNetworks,
    break_glass_copies: installation.breakGlassCopies,
    break_glass_days: installation.breakGlassDays,
    second_factor_roles: installation.secondFactorRoles,
    approval_actions: installation.approvalActions,
    destruction_delay_days: installation.destructionDelay.days,
    destruction_delay_next: presentNext(installation.destructionDelay),
    retention_cooling_off_days: installation.retentionCoolingOff.days,
    retention_cooling_off_next: presentNext(installation.retentionCoolingOff),
    retention_floor_keep_days: installation.retentionFloor.keepDays,
    retention_floor_keep_last: installation.retentionFloor.keepLast,
    master_key_backed_up_at: installation.masterKeyBackedUpAt?.toISOString() ?? null,
    environment: presentEnvironment(settings),
    defaults: { storage_low_percent: usualLowPercent, environment: presentEnvironment(defaultsBeside(settings)) },
    service: {
      version: metadata.version,
      started_at: new Date(performance.timeOrigin).toISOString(),
      certificate_ends_at: certificateEndsAt?.().toISOString() ?? null,
    },
  }
}

function presentNext({ next }: Delay): Schemas['NextDelay'] | null {
  return next && { days: next.days, at: next.at.toISOString() }
}

function presentEnvironment(settings: Settings): Schemas['EnvironmentSettings'] {
  const { limits } = settings
  return {
    base_url: settings.baseUrl,
    time_zone: settings.timeZone,
    schedule_jitter_minutes: settings.scheduleJitterMinutes,
    session_ttl_minutes: settings.sessionTtlMinutes,
    integrity_days: settings.integrityDays,
    restore_check_days: settings.restoreCheckDays,
    dump_keep: settings.dumpKeep,
    import_allow_private: settings.importAllowPrivate,
    local_agent: settings.localAgent,
    max_local_agents: settings.maxLocalAgents,
    database: settings.database === 'embedded' ? 'embedded' : 'external',
    object_store: settings.objectStore === 'disk' ? 'disk' : 'bucket',
    max_file_preview_bytes: limits.filePreviewBytes,
    max_diff_file_bytes: limits.diffFileBytes,
    max_diff_lines: limits.diffLines,
    max_archive_bytes: limits.archiveBytes,
  }
}
