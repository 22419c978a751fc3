import { DeviceAgent } from '../../store/models/device-agent.ts'
import { Device } from '../../store/models/device.ts'
import { fieldNames } from '../audit/field-names.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { TenantCall } from '../call.ts'
import { conflict, notFound } from '../refusal.ts'
import { requireKeys } from '../tenants/require-keys.ts'
import { cancelWaitingJobs } from './cancel-waiting-jobs.ts'
import { checkDevice } from './check-device.ts'
import { type DeviceChange, type DeviceFields, type DeviceRules, fieldsOfDevice } from './device-fields.ts'
import { plainSchedule } from './device-schedule.ts'
import { type DeviceView, getDevice } from './device-view.ts'
import { writeChanges } from './write-changes.ts'

/**
 * Changes a device. A schedule that stays keeps its next run; disabling cancels what waits; another address or port
 * returns approved fingerprints to pending.
 * @param action under which name the change is audited
 * @throws Refusal 422 naming every field at fault; 409 `name_taken`, `platform_fixed` for one with history, or
 *   `keys_destroyed` where it would be enabled
 */
export async function updateDevice(
  call: TenantCall,
  id: string,
  wanted: DeviceChange,
  rules: DeviceRules,
  action = 'device.update',
): Promise<DeviceView> {
  if (wanted.enabled) await requireKeys(call)
  if (wanted.enabled === false) await cancelWaitingJobs(call, id)
  const before = await Device.query(call.trx).findById(id).forUpdate()
  if (!before) throw notFound()
  const { enabled = before.enabled, ...change } = planned(wanted)
  const fields: DeviceFields = { ...(await fieldsOf(call, before)), ...change }
  if (fields.platform !== before.platform && before.hasHistory) {
    throw conflict(`${before.name} has backups as ${before.platform}: its platform is fixed.`, 'platform_fixed')
  }
  await checkDevice(call, fields, new Set(Object.keys(change) as (keyof DeviceFields)[]), rules)
  await writeChanges(call, [{ before, change: { ...change, enabled }, fields }], rules)
  const detail = { name: fields.name, changed: fieldNames(wanted) }
  await recordAudit(call, action, { kind: 'device', id, tenantId: before.tenantId, detail })
  return getDevice(call, id)
}

function planned(wanted: DeviceChange): DeviceChange {
  return wanted.schedule === undefined ? wanted : { ...wanted, schedule: plainSchedule(wanted.schedule) }
}

async function fieldsOf(call: TenantCall, device: Device): Promise<DeviceFields> {
  const agents = await DeviceAgent.query(call.trx).where({ tenantId: call.tenantId, deviceId: device.id })
  return fieldsOfDevice(
    device,
    agents.map(({ agentId }) => agentId),
  )
}
