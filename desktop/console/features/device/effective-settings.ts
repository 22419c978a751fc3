import { longestGapMs } from '../../../../shared/cron/cron-schedule.ts'
import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']

/** Origin of a value: a policy level, or the device's schedule. */
export type SettingSource = Schemas['RetentionDecidedBy'] | 'schedule'

export type EffectiveSetting = { from: SettingSource } & (
  | { key: 'keepDays' | 'keepLast' | 'retryAttempts' | 'retryDelay' | 'stalenessHours'; value: number }
  | { key: 'neverStale'; value: null }
  | { key: 'posture'; value: 'strict' | 'tofu' }
  | { key: 'restore'; value: 'allow' | 'deny' }
)

const hourMs = 3_600_000
/** Minimum tolerance derived from a schedule, in hours. */
const leastHours = 36

/** Returns the effective settings of a device with their levels. Settings that could not be read are omitted. */
export function effectiveSettings(
  device: Pick<Schemas['Device'], 'schedule' | 'staleness_hours' | 'retry_attempts' | 'retry_delay_minutes'>,
  policies: {
    retention?: Schemas['EffectiveRetention']
    posture?: Schemas['PosturePolicy']
    restore?: Schemas['EffectiveRestore']
  },
  clock: { now: Date; timeZone: string },
): EffectiveSetting[] {
  const { retention, posture, restore } = policies
  const settings: EffectiveSetting[] = []
  if (retention) {
    settings.push({ key: 'keepDays', value: retention.keep_days, from: retention.keep_days_from })
    settings.push({ key: 'keepLast', value: retention.keep_last, from: retention.keep_last_from })
  }
  if (posture) {
    const { trust_posture: value, trust_posture_from: from } = posture.effective
    settings.push({ key: 'posture', value, from })
  }
  if (restore) settings.push({ key: 'restore', value: restore.restore_policy, from: restore.restore_policy_from })
  settings.push(staleness(device, clock))
  settings.push({ key: 'retryAttempts', value: device.retry_attempts, from: 'device' })
  settings.push({ key: 'retryDelay', value: device.retry_delay_minutes, from: 'device' })
  return settings
}

/** The device's own tolerance, otherwise the larger of 36 h and 1.5 times the schedule's longest gap. */
function staleness(
  { schedule, staleness_hours }: Pick<Schemas['Device'], 'schedule' | 'staleness_hours'>,
  { now, timeZone }: { now: Date; timeZone: string },
): EffectiveSetting {
  if (staleness_hours !== null) return { key: 'stalenessHours', value: staleness_hours, from: 'device' }
  if (schedule === '') return { key: 'neverStale', value: null, from: 'schedule' }
  const gapHours = (1.5 * longestGapMs(schedule, now, timeZone)) / hourMs
  return { key: 'stalenessHours', value: Math.max(leastHours, gapHours), from: 'schedule' }
}
