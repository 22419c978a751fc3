import type { components } from '../../../../shared/contract/api-types.ts'
import { cleanOptions } from './option-fields.ts'

type Schemas = components['schemas']

/** Values of the device form; '' if nothing is chosen. */
export interface DeviceValues {
  name: string
  hostname: string
  platform: Schemas['PlatformId'] | ''
  transport_pref: Schemas['TransportPref']
  site: string
  /** Separated by commas. */
  tags: string
  credential_id: string
  credential_api_id: string
  credential_ssh_id: string
  agent_ids: string[]
  schedule: string
  options: Record<string, unknown>
  /** '' derives it from the schedule. */
  staleness_hours: number | ''
  retry_attempts: number
  retry_delay_minutes: number
  /** '' inherits. */
  trust_posture: 'strict' | 'tofu' | ''
  restore_policy: 'allow' | 'deny' | ''
}

/**
 * Returns the initial values: of the device, or defaults of a new one.
 * @param credential id of the credential of a new device
 */
export function valuesOf(device?: Schemas['Device'], credential = ''): DeviceValues {
  return {
    name: device?.name ?? '',
    hostname: device?.hostname ?? '',
    platform: device?.platform ?? '',
    transport_pref: device?.transport_pref ?? 'auto',
    site: device?.site ?? '',
    tags: device?.tags.join(', ') ?? '',
    credential_id: device ? (device.credential_id ?? '') : credential,
    credential_api_id: device?.credential_api_id ?? '',
    credential_ssh_id: device?.credential_ssh_id ?? '',
    agent_ids: [...(device?.agent_ids ?? [])],
    schedule: device?.schedule ?? '0 2 * * *',
    options: structuredClone(device?.options ?? {}),
    staleness_hours: device?.staleness_hours ?? '',
    retry_attempts: device?.retry_attempts ?? 1,
    retry_delay_minutes: device?.retry_delay_minutes ?? 10,
    trust_posture: device?.trust_posture ?? '',
    restore_policy: device?.restore_policy ?? '',
  }
}

/**
 * Returns the request body.
 * @param options names of the platform's options; others are omitted
 */
export function bodyOf(values: DeviceValues, options: readonly string[]): Omit<Schemas['NewDevice'], 'platform'> {
  return {
    name: values.name.trim(),
    hostname: values.hostname.trim(),
    transport_pref: values.transport_pref,
    site: values.site.trim(),
    tags: [...new Set(values.tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    credential_id: values.credential_id || null,
    credential_api_id: values.credential_api_id || null,
    credential_ssh_id: values.credential_ssh_id || null,
    agent_ids: values.agent_ids,
    schedule: values.schedule.trim(),
    options: cleanOptions(
      Object.fromEntries(Object.entries(values.options).filter(([name]) => options.includes(name))),
    ),
    staleness_hours: values.staleness_hours === '' ? null : values.staleness_hours,
    retry_attempts: values.retry_attempts,
    retry_delay_minutes: values.retry_delay_minutes,
    trust_posture: values.trust_posture || null,
    restore_policy: values.restore_policy || null,
  }
}

const addressFields = ['hostname', 'platform', 'credential_id', 'credential_api_id', 'credential_ssh_id'] as const
const addressOptions = ['ssh_port', 'api_port', 'verify_tls', 'tls_fingerprint', 'netco_region']

/** Returns whether saving would send secrets to another address, or to one with weaker verification. */
export function movesAddress(device: Schemas['Device'], values: DeviceValues): boolean {
  return (
    addressFields.some((field) => values[field] !== (device[field] ?? '')) ||
    addressOptions.some((name) => (values.options[name] ?? '') !== (device.options[name] ?? ''))
  )
}

/** Returns only the changes, so that other users' changes of other fields remain. */
export function changeOf(
  device: Schemas['Device'],
  wanted: Omit<Schemas['NewDevice'], 'platform'> & { platform: Schemas['PlatformId'] },
): Schemas['DevicePatch'] {
  const now = device as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(now[field])),
  )
}
