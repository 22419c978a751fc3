import { isDeepStrictEqual } from 'node:util'
import { message } from '../../../../shared/messages/message.ts'
import type { Device } from '../../../store/models/device.ts'
import type { FieldError } from '../../kernel/domain-error.ts'
import { type DeviceFields, deviceDefaults } from '../devices/device-fields.ts'
import { plainSchedule } from '../devices/device-schedule.ts'
import type { DeviceOverrides } from '../devices/device-overrides.ts'
import type { DeviceDefinition } from './device-definition.ts'
import type { ImportMessage } from './import-report.ts'

/** A line's fields of a device. Fields that it does not name stay unchanged. */
export interface ImportedDevice {
  row: number
  name: string
  specifiedFields: Partial<Omit<DeviceDefinition, 'name'>>
  /** Options that are replaced individually while the others stay; undefined removes one. */
  someOptions?: Readonly<Record<string, unknown>>
}

/** An existing device with its agents and its own policies. */
export interface KnownDevice {
  device: Device
  agentIds: string[]
  own: DeviceOverrides
}

/** The tenant's credentials and agents by name. */
export interface NameBook {
  credentials: ReadonlyMap<string, string>
  agents: ReadonlyMap<string, string>
}

type Fields = DeviceFields & { enabled: boolean }

/** The plan for a line; `warnings` lists what cannot be applied. */
export type DevicePlan = { line: ImportedDevice; warnings: ImportMessage[] } & (
  | { kind: 'create'; fields: Fields; own: Partial<DeviceOverrides> }
  | { kind: 'update'; known: KnownDevice; fields: Fields; change: Partial<Fields>; own: Partial<DeviceOverrides> }
  | { kind: 'reject'; errors: readonly FieldError[] }
)

/** @param known null if the tenant has no device of this name */
export function planDevice(line: ImportedDevice, known: KnownDevice | null, names: NameBook): DevicePlan {
  const warnings: ImportMessage[] = []
  const reject = (...errors: FieldError[]): DevicePlan => ({ line, warnings: [], kind: 'reject', errors })
  if (known?.device.decommissionedAt) return reject({ path: 'name', error: message('device_out_of_service') })
  const specified = { ...plainOf(line, known), ...attachmentsOf(line, known, names, warnings) }
  const own = ownIn(line)
  if (!known) {
    const { hostname, platform } = specified
    if (!hostname || !platform) {
      const missing = [!hostname && 'hostname', !platform && 'platform'].filter((field) => field !== false)
      return reject(...missing.map((path) => ({ path, error: message('required_for_new_device') })))
    }
    const fields = { ...deviceDefaults, enabled: true, ...specified, name: line.name, hostname, platform }
    return { line, warnings, kind: 'create', fields, own }
  }
  const before = fieldsOf(known)
  const change = differences(specified, before)
  const { device } = known
  if (change.platform && device.hasHistory) {
    return reject({ path: 'platform', error: message('platform_has_backups', { platform: device.platform }) })
  }
  const fields = { ...before, ...change }
  return { line, warnings, kind: 'update', known, fields, change, own: differences(own, known.own) }
}

function differences<T extends object>(specified: Partial<T>, before: T): Partial<T> {
  const different = Object.entries(specified).filter(([field, value]) => {
    return !isDeepStrictEqual(value, before[field as keyof T])
  })
  return Object.fromEntries(different) as Partial<T>
}

function ownIn({ specifiedFields: { retention, blackouts } }: ImportedDevice): Partial<DeviceOverrides> {
  return { ...(retention !== undefined && { retention }), ...(blackouts && { blackouts }) }
}

/** Returns the fields that need no lookup by name. */
function plainOf({ specifiedFields, someOptions }: ImportedDevice, known: KnownDevice | null): Partial<Fields> {
  const { credential: _1, credentialApi: _2, credentialSsh: _3, agents: _4, ...rest } = specifiedFields
  const { retention: _5, blackouts: _6, ...plain } = rest
  const fields: Partial<Fields> = { ...plain }
  if (plain.schedule !== undefined) fields.schedule = plainSchedule(plain.schedule)
  if (someOptions) {
    const merged = Object.entries({ ...known?.device.options, ...plain.options, ...someOptions })
    fields.options = Object.fromEntries(merged.filter(([, value]) => value !== undefined))
  }
  return fields
}

const credentialFields = {
  credential: 'credentialId',
  credentialApi: 'credentialApiId',
  credentialSsh: 'credentialSshId',
} as const

function attachmentsOf(
  { specifiedFields }: ImportedDevice,
  known: KnownDevice | null,
  names: NameBook,
  warnings: ImportMessage[],
): Partial<Fields> {
  const fields: Partial<Fields> = {}
  for (const [field, idField] of Object.entries(credentialFields)) {
    const name = specifiedFields[field as keyof typeof credentialFields]
    if (name === undefined) continue
    const id = name === null ? null : names.credentials.get(name)
    if (id !== undefined) fields[idField] = id
    else {
      const effect = known ? 'unchanged' : 'none'
      warnings.push(message('import_credential_not_found', { credential: name ?? '', effect }))
    }
  }
  if (specifiedFields.agents) Object.assign(fields, agentsOf(specifiedFields.agents, known, names, warnings))
  return fields
}

function agentsOf(
  wanted: readonly string[],
  known: KnownDevice | null,
  names: NameBook,
  warnings: ImportMessage[],
): Partial<Fields> {
  const missing = wanted.filter((name) => !names.agents.has(name))
  const found = [...new Set(wanted.flatMap((name) => names.agents.get(name) ?? []))]
  const stays = found.length === 0 && missing.length > 0 && known !== null && known.agentIds.length > 0
  const effect = stays ? 'unchanged' : found.length > 0 ? 'others' : 'any'
  for (const agent of missing) warnings.push(message('import_agent_not_found', { agent, effect }))
  return stays ? {} : { agentIds: found.sort() }
}

function fieldsOf({ device, agentIds }: KnownDevice): Fields {
  const { stalenessHours } = device
  return {
    ...device,
    stalenessHours: stalenessHours === null ? null : Number(stalenessHours),
    agentIds: agentIds.toSorted(),
  }
}
