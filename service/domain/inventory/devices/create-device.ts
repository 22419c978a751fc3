import { randomUUIDv7 } from 'node:crypto'
import { DeviceAgent } from '../../../store/models/device-agent.ts'
import { Device } from '../../../store/models/device.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { nextRunOf } from '../../policies/schedules/next-run.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import { newAddressColumns } from '../trust/address-columns.ts'
import { addressOf } from '../trust/device-address.ts'
import { refuseApprovalBy } from '../trust/address-approval-policy.ts'
import { checkDevice } from './validate-device.ts'
import { type DeviceFields, type DeviceRules, type NewDevice, deviceDefaults } from './device-fields.ts'
import { plainSchedule } from './device-schedule.ts'
import { indexNewTexts, searchTextOf } from './device-search.ts'
import { type DeviceView, getDevice } from './device-view.ts'

/** Approval that a user gives together with a new or changed device. */
export interface AddressApproval {
  /** Approves that the device's secrets are sent to its resulting address. */
  approveAddress?: boolean
}

/**
 * Adds a device to a tenant's inventory. With a schedule, the first run is the next occurrence after now.
 * @throws DomainError validation_failed (with every invalid field), name_taken, keys_destroyed, or permission_missing
 *   and session_required where the caller may not approve its address
 */
export async function createDevice(
  context: TenantContext,
  wanted: NewDevice,
  rules: DeviceRules,
  { approveAddress = false }: AddressApproval = {},
): Promise<DeviceView> {
  if (approveAddress) refuseApprovalBy(context.actor)
  const fields: DeviceFields = { ...deviceDefaults, ...wanted, schedule: plainSchedule(wanted.schedule ?? '') }
  await requireKeys(context)
  await checkDevice(context, fields, new Set(Object.keys(fields) as (keyof DeviceFields)[]), rules)
  const [id = ''] = await insertDevices(context, [{ ...fields, enabled: true }], rules, { approveAddress })
  const { name, hostname, platform } = fields
  const detail = { name, hostname, platform, ...(approveAddress && { address_approved: addressOf(fields) }) }
  await recordAudit(context, 'device.create', { kind: 'device', id, detail })
  return getDevice(context, id)
}

/**
 * Inserts checked devices in a constant number of statements, and returns their ids in the same order.
 * @throws DomainError name_taken
 */
export async function insertDevices(
  context: TenantContext,
  devices: readonly (DeviceFields & { enabled: boolean })[],
  rules: DeviceRules,
  { approveAddress = false }: AddressApproval = {},
): Promise<string[]> {
  const rows = devices.map(({ agentIds: _agents, ...fields }) => {
    const id = randomUUIDv7()
    return {
      ...columnsOf(fields),
      id,
      tenantId: context.tenantId,
      ...nextRunOf({ ...fields, id, decommissionedAt: null }, context.now, rules),
      ...newAddressColumns(context, fields, approveAddress),
      search: searchTextOf(fields),
      createdAt: context.now,
      updatedAt: context.now,
    }
  })
  await unlessNameTaken(Device.query(context.trx).insert(rows).returning('id').execute())
  const ids = rows.map(({ id }) => id)
  await addAgents(
    context,
    devices.flatMap(({ agentIds }, at) => agentIds.map((agentId) => ({ agentId, deviceId: ids[at] ?? '' }))),
  )
  await indexNewTexts(context, rows)
  return ids
}

/** Converts `numeric` values, which the driver reads and writes as text. */
export function columnsOf<T extends { stalenessHours?: number | null }>({ stalenessHours, ...columns }: T) {
  if (stalenessHours === undefined) return columns
  return { ...columns, stalenessHours: stalenessHours === null ? null : String(stalenessHours) }
}

/** Replaces the agents that may collect the device. */
export async function setAgents(context: TenantContext, deviceId: string, agentIds: string[]): Promise<void> {
  const { trx, tenantId } = context
  await DeviceAgent.query(trx).delete().where({ tenantId, deviceId })
  await addAgents(
    context,
    agentIds.map((agentId) => ({ deviceId, agentId })),
  )
}

async function addAgents({ trx, tenantId }: TenantContext, pairs: { deviceId: string; agentId: string }[]) {
  if (pairs.length > 0) await DeviceAgent.query(trx).insert(pairs.map((pair) => ({ ...pair, tenantId })))
}

/** @throws DomainError name_taken */
export async function unlessNameTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error)?.kind === 'unique') {
      throw new DomainError('name_taken', { resource: 'device' })
    }
    throw error
  }
}
