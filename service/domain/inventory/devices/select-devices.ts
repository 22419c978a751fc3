import { message } from '../../../../shared/messages/message.ts'
import { Device } from '../../../store/models/device.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { type DeviceFilter, findDeviceIds } from './list-devices.ts'

/** Devices by id, or all devices that match a filter of the list. */
export type DeviceSelection = { ids: string[] } | { filter: DeviceFilter }

/** Result for one device. */
export interface BulkLine {
  id: string
  name: string
  /** The fields whose value changes, by their name in the API. */
  changes: { field: string; before: unknown; after: unknown }[]
  /** Options that the device has and loses: options are replaced as a whole. */
  lostOptions: string[]
  /** Errors of the change. */
  faults: FieldError[]
}

/** Maximum number of devices in a change: a longer transaction would block other writers. */
export const devicesAtOnce = 2_000

/** Maximum number of errors in a rejection; a dry run returns all. */
const namedFaults = 100

/** @throws DomainError validation_failed for a filter that matches too many devices */
export async function selectDeviceIds(context: TenantContext, selection: DeviceSelection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids.map((id) => id.toLowerCase()))]
  const ids = await findDeviceIds(context, selection.filter, devicesAtOnce + 1)
  if (ids.length > devicesAtOnce) throw invalidField('filter', 'selects_too_many_devices', { max: devicesAtOnce })
  return ids
}

/**
 * Locks in the order of ids, like all other code.
 * @throws DomainError validation_failed for unknown devices
 */
export async function lockDevices({ trx }: TenantContext, ids: string[]): Promise<Device[]> {
  const devices = await Device.query(trx).whereRaw('id = any(?::uuid[])', [ids]).orderBy('id').forUpdate()
  const found = new Set(devices.map(({ id }) => id))
  const missing = ids.flatMap((id, at) =>
    found.has(id) ? [] : [{ path: `ids.${at}`, error: message('device_not_found') }],
  )
  if (missing.length > 0) throw invalidFields(missing.slice(0, namedFaults))
  return devices
}

/** Returns the result for a device with these old and new values; only values that differ are changes. */
export function lineOf(
  { id, name }: Pick<Device, 'id' | 'name'>,
  values: Record<string, [before: unknown, after: unknown]>,
): BulkLine {
  const changes = Object.entries(values).map(([field, [before, after]]) => ({ field, before, after }))
  return { id, name, changes: changes.filter(({ before, after }) => before !== after), lostOptions: [], faults: [] }
}

export function sortLines(lines: readonly BulkLine[]): BulkLine[] {
  return lines.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * @param at the path of all errors; absent: their own in `change`
 * @throws DomainError validation_failed
 */
export function refuseFaulty(lines: readonly BulkLine[], at?: string): void {
  const faults = lines.flatMap(({ name, faults: own }) =>
    own.map(({ path, error }): FieldError => {
      return { path: at ?? `change.${path}`, error: message('error_of_device', { device: name, error }) }
    }),
  )
  if (faults.length === 0) return
  const rest = faults.length - namedFaults
  const named = faults.slice(0, namedFaults)
  if (rest > 0) named.push({ path: at ?? 'change', error: message('more_errors', { count: rest }) })
  throw invalidFields(named)
}
