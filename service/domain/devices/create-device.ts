import { randomUUIDv7 } from 'node:crypto'
import { DeviceAgent } from '../../store/models/device-agent.ts'
import { Device } from '../../store/models/device.ts'
import { violatedConstraint } from '../../store/violated-constraint.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { TenantCall } from '../call.ts'
import { conflict } from '../refusal.ts'
import { nextRunOf } from '../schedules/next-run.ts'
import { requireKeys } from '../tenants/require-keys.ts'
import { checkDevice } from './check-device.ts'
import { type DeviceFields, type DeviceRules, type NewDevice, deviceDefaults } from './device-fields.ts'
import { plainSchedule } from './device-schedule.ts'
import { indexSearchTexts, searchTextOf } from './device-search.ts'
import { type DeviceView, getDevice } from './device-view.ts'

/**
 * Adds a device to a customer's inventory. With a schedule, its first run is the next occurrence after now.
 * @throws Refusal 422 naming every field at fault; 409 `name_taken` or `keys_destroyed`
 */
export async function createDevice(call: TenantCall, wanted: NewDevice, rules: DeviceRules): Promise<DeviceView> {
  const fields: DeviceFields = { ...deviceDefaults, ...wanted, schedule: plainSchedule(wanted.schedule ?? '') }
  await requireKeys(call)
  await checkDevice(call, fields, new Set(Object.keys(fields) as (keyof DeviceFields)[]), rules)
  const id = randomUUIDv7()
  const { agentIds, ...columns } = fields
  const search = searchTextOf(fields)
  const standing = { id, schedule: fields.schedule, enabled: true, decommissionedAt: null }
  await unlessNameTaken(
    Device.query(call.trx)
      .insert({
        ...columnsOf(columns),
        id,
        tenantId: call.tenantId,
        ...nextRunOf(standing, call.now, rules),
        search,
        createdAt: call.now,
        updatedAt: call.now,
      })
      .execute(),
  )
  await setAgents(call, id, agentIds)
  await indexSearchTexts(call, [{ id, search }])
  const { name, hostname, platform } = fields
  await recordAudit(call, 'device.create', { kind: 'device', id, detail: { name, hostname, platform } })
  return getDevice(call, id)
}

/** numeric is text on its way to the database and back. */
export function columnsOf<T extends { stalenessHours?: number | null }>({ stalenessHours, ...columns }: T) {
  if (stalenessHours === undefined) return columns
  return { ...columns, stalenessHours: stalenessHours === null ? null : String(stalenessHours) }
}

/** The agents that may collect the device, in place of those it had. */
export async function setAgents({ trx, tenantId }: TenantCall, deviceId: string, agentIds: string[]): Promise<void> {
  await DeviceAgent.query(trx).delete().where({ tenantId, deviceId })
  if (agentIds.length === 0) return
  await DeviceAgent.query(trx).insert(agentIds.map((agentId) => ({ tenantId, deviceId, agentId })))
}

/** @throws Refusal 409 */
export async function unlessNameTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error)?.kind === 'unique') {
      throw conflict('Another device of this customer has this name.', 'name_taken')
    }
    throw error
  }
}
