import type { Device } from '../../../store/models/device.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { staleAtAfter } from '../../policies/schedules/staleness.ts'
import { nextRunOf } from '../../policies/schedules/next-run.ts'
import { changedAddressColumns } from '../trust/address-columns.ts'
import { type AddressChange, reportAddresses } from '../trust/report-address.ts'
import { moveFingerprints } from '../trust/move-fingerprints.ts'
import { type AddressApproval, columnsOf, setAgents, unlessNameTaken } from './create-device.ts'
import type { DeviceChange, DeviceFields, DeviceRules } from './device-fields.ts'
import { indexSearchTexts, searchTextOf } from './device-search.ts'

/** A checked change of a device whose row is locked. */
export interface PlannedChange {
  before: Device
  change: DeviceChange
  /** The fields after the change. */
  fields: DeviceFields
}

/**
 * Writes changes of any number of devices; changes of the same fields share a statement.
 * @returns each device before and after, in the order of the changes
 * @throws DomainError name_taken
 */
export async function writeChanges(
  context: TenantContext,
  changes: PlannedChange[],
  rules: DeviceRules,
  { approveAddress = false }: AddressApproval = {},
): Promise<AddressChange[]> {
  const patches = changes.map((planned) => patchOf(context, planned, rules, approveAddress))
  const alike = Map.groupBy(patches, ({ patch }) => fieldNames(patch).sort().join())
  for (const group of alike.values()) await unlessNameTaken(writePatches(context, group))
  for (const { before, change } of changes) if (change.agentIds) await setAgents(context, before.id, change.agentIds)
  for (const { before, after } of patches) await moveFingerprints(context, before, after)
  await reportAddresses(context, patches)
  const moved = patches.filter(({ before, patch }) => patch.search !== before.search)
  if (moved.length === 0) return patches
  await indexSearchTexts(
    context,
    moved.map(({ before, patch }) => ({ id: before.id, search: patch.search })),
  )
  return patches
}

type Patch = Partial<Device> & { search: string }

function patchOf(
  context: TenantContext,
  { before, change, fields }: PlannedChange,
  rules: DeviceRules,
  approveAddress: boolean,
) {
  const { agentIds: _agents, ...columns } = change
  const after = Object.assign(before.$clone(), columnsOf(columns))
  const isTimed = after.schedule !== before.schedule || after.enabled !== before.enabled
  const mayBeLetGo = before.heldUntil !== null && after.site !== before.site // the old site's blackouts no longer apply
  const isAged = after.schedule !== before.schedule || after.stalenessHours !== before.stalenessHours
  const address = changedAddressColumns(context, before, after, approveAddress)
  const patch: Patch = {
    ...columnsOf(columns),
    ...address,
    search: searchTextOf(fields),
    updatedAt: context.now,
    ...(mayBeLetGo && { nextRunAt: context.now, heldUntil: null }),
    ...(isTimed && nextRunOf(after, context.now, rules)),
    ...(isAged && before.lastSuccessAt && { staleAt: staleAtAfter(after, before.lastSuccessAt, rules.timeZone) }),
  }
  return { before, after: Object.assign(after, address), patch }
}

/** The patches set the same columns; column types come from the table. */
async function writePatches({ trx }: TenantContext, group: { before: Device; patch: Patch }[]): Promise<void> {
  const columns = fieldNames(group[0]?.patch ?? {})
  const rows = group.map(({ before, patch }) => {
    const names = fieldNames(patch)
    const values = Object.values(patch).map((value, at) => [names[at], value])
    return { id: before.id, ...Object.fromEntries(values) }
  })
  const assignments = columns.map((column) => `${column} = n.${column}`).join(', ')
  await trx.raw(
    `update devices set ${assignments} from jsonb_populate_recordset(null::devices, ?::jsonb) as n
     where devices.id = n.id`,
    [JSON.stringify(rows)],
  )
}
