import { isDeepStrictEqual } from 'node:util'
import { message } from '../../../../shared/messages/message.ts'
import type { Device } from '../../../store/models/device.ts'
import { DeviceAgent } from '../../../store/models/device-agent.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import type { FieldError } from '../../kernel/domain-error.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import type { CancelJobs } from './cancel-jobs.ts'
import { faultsOfDevices } from './validate-device.ts'
import { type DeviceChange, type DeviceFields, type DeviceRules, fieldsOfDevice } from './device-fields.ts'
import { plainSchedule } from './device-schedule.ts'
import { loosenedByToken } from '../../policies/loosening/refuse-loosening.ts'
import { lowersTlsTrust } from '../trust/device-address.ts'
import { addressDetail } from '../trust/report-address.ts'
import {
  type BulkLine,
  type DeviceSelection,
  lockDevices,
  refuseFaulty,
  selectDeviceIds,
  sortLines,
} from './select-devices.ts'
import { type PlannedChange, writeChanges } from './write-changes.ts'

/** Changes that apply to all selected devices; single tags are added or removed, the other tags of a device stay. */
export interface BulkChange {
  change: Omit<DeviceChange, 'name' | 'hostname'>
  addTags: string[]
  removeTags: string[]
}

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
  const ids = await selectDeviceIds(context, selection)
  if (enabled === false && !dryRun) await cancelJobs(context, ids)
  const devices = await lockDevices(context, ids)
  const plans = planChanges(devices, await agentsOf(context, ids), requestedChange)
  const faults = await faultsOfPlans(context, plans, requestedChange, rules)
  const lines = plans.map((plan, at) => lineOfPlan(plan, faults[at] ?? []))
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
  return sortLines(lines)
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

function lineOfPlan({ before, change, current }: BulkPlan, faults: FieldError[]): BulkLine {
  const { options } = change
  const lostOptions = options ? Object.keys(before.options).filter((name) => !Object.hasOwn(options, name)) : []
  const changed = fieldNames(change)
  const changes = Object.entries(change).map(([name, after], at) => {
    return { field: changed[at] ?? name, before: current[name], after }
  })
  return { id: before.id, name: before.name, changes, lostOptions, faults }
}
