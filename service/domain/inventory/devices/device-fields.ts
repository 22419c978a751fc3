import type { Device } from '../../../store/models/device.ts'
import type { ScheduleRules } from '../../levels/schedules/schedule-rules.ts'
import type { Posture } from '../../levels/posture/effective-posture.ts'

/** What a person says of a device. */
export interface DeviceFields {
  name: string
  /** An address or host name. */
  hostname: string
  platform: string
  transportPref: 'auto' | 'api' | 'ssh'
  /** Five-field cron; empty is on demand. */
  schedule: string
  site: string
  tags: string[]
  credentialId: string | null
  /** For one path only; null inherits `credentialId`. */
  credentialApiId: string | null
  credentialSshId: string | null
  /** Empty: any agent of the customer. */
  agentIds: string[]
  options: Record<string, unknown>
  /** null follows the schedule. */
  stalenessHours: number | null
  retryAttempts: number
  retryDelayMinutes: number
  /** null inherits the customer's, as does `restorePolicy`. */
  trustPosture: Posture | null
  restorePolicy: 'allow' | 'deny' | null
}

export type NewDevice = Pick<DeviceFields, 'name' | 'hostname' | 'platform'> & Partial<DeviceFields>

/** Absent stays. Options and agents are replaced as a whole. */
export type DeviceChange = Partial<DeviceFields> & { enabled?: boolean }

/** What holds for all devices of the installation. */
export interface DeviceRules extends ScheduleRules {
  /** The platform's level; needed where a device asks for `tofu`. */
  platformPosture: Posture
}

/** Where a person says nothing. */
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

/** What was said of a device, in our own words: numeric is text on its way from the database. */
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
