import type { Device } from '../../../store/models/device.ts'
import type { ScheduleRules } from '../../policies/schedules/schedule-rules.ts'
import type { Posture } from '../../policies/posture/effective-posture.ts'

/** The fields of a device that a user sets. */
export interface DeviceFields {
  name: string
  /** IP address or host name. */
  hostname: string
  platform: string
  transportPref: 'auto' | 'api' | 'ssh'
  /** Five-field cron expression; empty for on-demand backups. */
  schedule: string
  site: string
  tags: string[]
  credentialId: string | null
  /** Credential of the `api` transport; null inherits `credentialId`. */
  credentialApiId: string | null
  credentialSshId: string | null
  /** Empty: any agent of the tenant. */
  agentIds: string[]
  options: Record<string, unknown>
  /** Null derives it from the schedule. */
  stalenessHours: number | null
  retryAttempts: number
  retryDelayMinutes: number
  /** Null inherits the tenant's value, as in `restorePolicy`. */
  trustPosture: Posture | null
  restorePolicy: 'allow' | 'deny' | null
}

export type NewDevice = Pick<DeviceFields, 'name' | 'hostname' | 'platform'> & Partial<DeviceFields>

/** An absent field keeps its value. Options and agents are replaced as a whole. */
export type DeviceChange = Partial<DeviceFields> & { enabled?: boolean }

/** Settings of the installation that devices are checked against. */
export interface DeviceRules extends ScheduleRules {
  /** The platform's level; needed where a device requests `tofu`. */
  platformPosture: Posture
}

/** Values of the fields that the user leaves out. */
export const deviceDefaults: Omit<DeviceFields, 'name' | 'hostname' | 'platform'> = {
  transportPref: 'auto',
  schedule: '',
  site: '',
  tags: [],
  credentialId: null,
  credentialApiId: null,
  credentialSshId: null,
  agentIds: [],
  options: {},
  stalenessHours: null,
  retryAttempts: 1,
  retryDelayMinutes: 10,
  trustPosture: null,
  restorePolicy: null,
}

/** Returns the fields of a stored device; converts `numeric` values, which the driver reads as text. */
export function fieldsOfDevice(device: Device, agentIds: string[]): DeviceFields {
  const { name, hostname, platform, transportPref, schedule, site, tags } = device
  const { credentialId, credentialApiId, credentialSshId, options } = device
  const { stalenessHours, retryAttempts, retryDelayMinutes, trustPosture, restorePolicy } = device
  return {
    ...{ name, hostname, platform, transportPref, schedule, site, tags },
    ...{ credentialId, credentialApiId, credentialSshId, agentIds, options },
    stalenessHours: stalenessHours === null ? null : Number(stalenessHours),
    ...{ retryAttempts, retryDelayMinutes, trustPosture, restorePolicy },
  }
}
