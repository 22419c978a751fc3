import { isDeepStrictEqual } from 'node:util'
import { message } from '../../../../shared/messages/message.ts'
import { Device } from '../../../store/models/device.ts'
import { DeviceAgent } from '../../../store/models/device-agent.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import type { CancelJobs } from './cancel-jobs.ts'
import { faultsOfDevices } from './validate-device.ts'
import { type DeviceChange, type DeviceFields, type DeviceRules, fieldsOfDevice } from './device-fields.ts'
import { plainSchedule } from './device-schedule.ts'
import { loosenedByToken } from '../../policies/loosening/refuse-loosening.ts'
import { lowersTlsTrust } from '../trust/device-address.ts'
import { addressDetail } from '../trust/report-address.ts'
import { type DeviceFilter, findDeviceIds } from './list-devices.ts'
import { type PlannedChange, writeChanges } from './write-changes.ts'

/** Devices by id, or all devices that match a filter of the list. */
export type DeviceSelection = { ids: string[] } | { filter: DeviceFilter }

/** Changes that apply to all selected devices; single tags are added or removed, the other tags of a device stay. */
export interface BulkChange {
  change: Omit<DeviceChange, 'name' | 'hostname'>
  addTags: string[]
  removeTags: string[]
}

/** Result for one device. */
export interface BulkLine {
  id: string
  name: string
  /** Names of the fields whose value changes. */
  changed: string[]
  /** The same fields with their values. */
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

/**
 * Changes many devices, all or none, each by the rules for a single device. Each changed device has an audit record.
 * @param dryRun writes nothing and returns errors with the results
 * @returns the results by device name
 * @throws DomainError validation_failed (unknown devices, too many devices, invalid values), keys_destroyed
 */
export async function updateDevices(
  context: TenantContext,
  selection: DeviceSelection,
  requestedChange: BulkChange,
  rules: DeviceRules,
  { dryRun, cancelJobs }: { dryRun: boolean; cancelJobs: CancelJobs },
): Promise<BulkLine[]> {
  const { enabled } = requestedChange.change
  if (enabled) await requireKeys(context)
  const ids = await selectedIds(context, selection)
  if (enabled === false && !dryRun) await cancelJobs(context, ids)
  const devices = await lockDevices(context, ids)
  const plans = planChanges(devices, await agentsOf(context, ids), requestedChange)
  const faults = await faultsOfPlans(context, plans, requestedChange, rules)
  const lines = plans.map((plan, at) => lineOf(plan, faults[at] ?? []))
  if (!dryRun) {
    refuseFaulty(lines)
    const moved = plans.filter(({ change }) => Object.keys(change).length > 0)
    const written = await writeChanges(context, moved, rules)
    const records = moved.map(({ before, change }, at) => {
      const { id, tenantId, name } = before
      const address = written[at] && addressDetail(written[at])
      return { kind: 'device', id, tenantId, detail: { name, changed: fieldNames(change), ...address, bulk: true } }
    })
    await recordAudits(context, 'device.update', records)
  }
  return lines.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function selectedIds(context: TenantContext, selection: DeviceSelection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids.map((id) => id.toLowerCase()))]
  const ids = await findDeviceIds(context, selection.filter, devicesAtOnce + 1)
  if (ids.length > devicesAtOnce) throw invalidField('filter', 'selects_too_many_devices', { max: devicesAtOnce })
  return ids
}

/** Locks in the order of ids, like all other code. */
async function lockDevices({ trx }: TenantContext, ids: string[]): Promise<Device[]> {
  const devices = await Device.query(trx).whereRaw('id = any(?::uuid[])', [ids]).orderBy('id').forUpdate()
  const found = new Set(devices.map(({ id }) => id))
  const missing = ids.flatMap((id, at) =>
    found.has(id) ? [] : [{ path: `ids.${at}`, error: message('device_not_found') }],
  )
  if (missing.length > 0) throw invalidFields(missing.slice(0, namedFaults))
  return devices
}

async function agentsOf({ trx, tenantId }: TenantContext, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await DeviceAgent.query(trx).where({ tenantId }).whereRaw('device_id = any(?::uuid[])', [ids])
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return new Map([...byDevice].map(([id, agents]) => [id, agents.map(({ agentId }) => agentId)]))
}

/** Returns for each device only the fields whose value changes. */
function planChanges(devices: Device[], agents: Map<string, string[]>, requestedChange: BulkChange): BulkPlan[] {
  const { change: common, addTags, removeTags } = requestedChange
  return devices.map((before) => {
    const current = { ...fieldsOfDevice(before, agents.get(before.id) ?? []), enabled: before.enabled }
    const requested: DeviceChange = { ...common }
    if (common.schedule !== undefined) requested.schedule = plainSchedule(common.schedule)
    if (addTags.length + removeTags.length > 0) {
      const kept = (common.tags ?? before.tags).filter((tag) => !removeTags.includes(tag))
      requested.tags = [...new Set([...kept, ...addTags])]
    }
    const moved = Object.entries(requested).filter(
      ([name, value]) => !isSame(name, value, current[name as keyof DeviceFields]),
    )
    const change: DeviceChange = Object.fromEntries(moved)
    const { enabled: _enabled, ...fields } = { ...current, ...change }
    return { before, change, fields, current }
  })
}

/** A planned change with the values before it. */
interface BulkPlan extends PlannedChange {
  current: Readonly<Record<string, unknown>>
}

function isSame(name: string, requested: unknown, current: unknown): boolean {
  if (name !== 'agentIds') return isDeepStrictEqual(requested, current)
  return isDeepStrictEqual(new Set(requested as string[]), new Set(current as string[])) // agents and tags have no order
}

async function faultsOfPlans(
  context: TenantContext,
  plans: PlannedChange[],
  { addTags }: BulkChange,
  rules: DeviceRules,
): Promise<FieldError[][]> {
  const inputs = plans.map(({ change, fields }) => ({
    fields,
    specifiedFields: new Set(Object.keys(change) as (keyof DeviceFields)[]),
  }))
  const faults = await faultsOfDevices(context, inputs, rules)
  return plans.map(({ before, change, fields }, at) => [
    ...(faults[at] ?? []),
    ...(before.purgedAt ? [{ path: 'id', error: message('backups_purged') }] : []),
    ...(context.actor.token && lowersTlsTrust(before.options, fields.options)
      ? [{ path: 'options.verify_tls', error: message('token_lowers_trust') }]
      : []),
    ...loosenedByToken(context.actor, 'device', before, change).map((path) => {
      return { path, error: message('token_loosens_policy') }
    }),
    ...(fields.platform !== before.platform && before.hasHistory
      ? [{ path: 'platform', error: message('platform_has_backups', { platform: before.platform }) }]
      : []),
    ...(addTags.length > 0 && fields.tags.length > maxTags
      ? [{ path: 'tags', error: message('too_many_items', { max: maxTags }) }]
      : []),
  ])
}

/** The contract's limit for one device. */
const maxTags = 50

function lineOf({ before, change, current }: BulkPlan, faults: FieldError[]): BulkLine {
  const { options } = change
  const lostOptions = options ? Object.keys(before.options).filter((name) => !Object.hasOwn(options, name)) : []
  const changed = fieldNames(change)
  const changes = Object.entries(change).map(([name, after], at) => {
    return { field: changed[at] ?? name, before: current[name], after }
  })
  return { id: before.id, name: before.name, changed, changes, lostOptions, faults }
}

/** @throws DomainError validation_failed */
function refuseFaulty(lines: BulkLine[]): void {
  const faults = lines.flatMap(({ name, faults: own }) =>
    own.map(({ path, error }): FieldError => {
      return { path: `change.${path}`, error: message('error_of_device', { device: name, error }) }
    }),
  )
  if (faults.length === 0) return
  const rest = faults.length - namedFaults
  const named = faults.slice(0, namedFaults)
  if (rest > 0) named.push({ path: 'change', error: message('more_errors', { count: rest }) })
  throw invalidFields(named)
}
