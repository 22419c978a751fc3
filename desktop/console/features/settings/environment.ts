import type { components } from '../../../../shared/contract/api-types.ts'

export type Environment = components['schemas']['EnvironmentSettings']
export type EnvironmentName = keyof Environment

/** Settings from the environment, by topic. */
export const environmentGroups = {
  address: ['base_url', 'session_ttl_minutes', 'import_allow_private'],
  schedules: ['time_zone', 'schedule_jitter_minutes'],
  storage: ['object_store', 'integrity_days', 'restore_check_days'],
  database: ['database', 'dump_keep', 'local_agent', 'max_local_agents'],
  limits: ['max_file_preview_bytes', 'max_diff_file_bytes', 'max_diff_lines', 'max_archive_bytes'],
} as const satisfies Record<string, readonly EnvironmentName[]>

export type EnvironmentGroup = keyof typeof environmentGroups

/** The variable of each, as in docs/settings.md. */
export const variables: Record<EnvironmentName, string> = {
  base_url: 'BKP_BASE_URL',
  time_zone: 'BKP_TIMEZONE',
  schedule_jitter_minutes: 'BKP_SCHEDULE_JITTER_MINUTES',
  session_ttl_minutes: 'BKP_SESSION_TTL_MINUTES',
  integrity_days: 'BKP_INTEGRITY_DAYS',
  restore_check_days: 'BKP_RESTORE_CHECK_DAYS',
  dump_keep: 'BKP_DUMP_KEEP',
  import_allow_private: 'BKP_IMPORT_ALLOW_PRIVATE',
  local_agent: 'BKP_LOCAL_AGENT',
  max_local_agents: 'BKP_MAX_LOCAL_AGENTS',
  database: 'BKP_DATABASE_URL',
  object_store: 'BKP_S3_BUCKET',
  max_file_preview_bytes: 'BKP_MAX_FILE_PREVIEW_BYTES',
  max_diff_file_bytes: 'BKP_MAX_DIFF_FILE_BYTES',
  max_diff_lines: 'BKP_MAX_DIFF_LINES',
  max_archive_bytes: 'BKP_MAX_ARCHIVE_BYTES',
}

/** Values of the settings form; '' means not set. */
export interface SettingsValues {
  storage_low_percent: number | ''
  trust_posture: '' | 'strict' | 'tofu'
  restore_policy: '' | 'allow' | 'deny'
}

type Settings = components['schemas']['Settings']

export function settingsValues({ storage_low_percent, trust_posture, restore_policy }: Settings): SettingsValues {
  return { storage_low_percent, trust_posture: trust_posture ?? '', restore_policy: restore_policy ?? '' }
}

/** Returns only the changes, so that other users' changes remain. An empty number means the default. */
export function settingsChange(settings: Settings, wanted: SettingsValues): components['schemas']['SettingsPatch'] {
  const said = settingsValues(settings)
  const low = wanted.storage_low_percent === '' ? settings.defaults.storage_low_percent : wanted.storage_low_percent
  return {
    ...(low !== said.storage_low_percent && { storage_low_percent: low }),
    ...(wanted.trust_posture !== said.trust_posture && { trust_posture: wanted.trust_posture || null }),
    ...(wanted.restore_policy !== said.restore_policy && { restore_policy: wanted.restore_policy || null }),
  }
}
