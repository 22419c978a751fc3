import { DeviceAgent } from '../../../store/models/device-agent.ts'
import { Device } from '../../../store/models/device.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound, sessionRequired } from '../../kernel/domain-error.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import type { CancelJobs } from './cancel-jobs.ts'
import { checkDevice } from './validate-device.ts'
import { type DeviceChange, type DeviceFields, type DeviceRules, fieldsOfDevice } from './device-fields.ts'
import { plainSchedule } from './device-schedule.ts'
import { type DeviceView, getDevice } from './device-view.ts'
import { lowersTlsTrust } from '../trust/device-address.ts'
import { refuseLoosening } from '../../policies/loosening/refuse-loosening.ts'
import { refuseApprovalBy } from '../trust/address-approval-policy.ts'
import { addressDetail } from '../trust/report-address.ts'
import type { AddressApproval } from './create-device.ts'
import { writeChanges } from './write-changes.ts'

/**
 * Changes a device, and cancels its queued jobs if it is disabled.
 * @throws DomainError the codes of `changeDevice`
 */
export async function updateDevice(
  context: TenantContext,
  id: string,
  wanted: DeviceChange,
  rules: DeviceRules,
  { cancelJobs, ...options }: AddressApproval & { cancelJobs: CancelJobs },
): Promise<DeviceView> {
  if (wanted.enabled === false) await cancelJobs(context, [id])
  return applyChange(context, id, wanted, rules, options)
}

/**
 * Changes a device without decommissioning or reinstating it. The next run stays if the schedule does not change. A new
 * address or port returns approved fingerprints to pending. A new address needs an approval before a secret is sent
 * there.
 * @param options `action`: name of the change in the audit log
 * @throws DomainError not_found, validation_failed (with every invalid field), name_taken, platform_fixed for a
 *   device with history, keys_destroyed if it would be enabled, address_pending if an approval would cover an address
 *   that already waits, permission_missing and session_required if the caller may not approve an address,
 *   session_required if an API token weakens certificate checks or loosens a policy
 */
export function changeDevice(
  context: TenantContext,
  id: string,
  wanted: Omit<DeviceChange, 'enabled'>,
  rules: DeviceRules,
  options: AddressApproval & { action?: string } = {},
): Promise<DeviceView> {
  return applyChange(context, id, wanted, rules, options)
}

async function applyChange(
  context: TenantContext,
  id: string,
  wanted: DeviceChange,
  rules: DeviceRules,
  { action = 'device.update', approveAddress = false }: AddressApproval & { action?: string },
): Promise<DeviceView> {
  if (approveAddress) refuseApprovalBy(context.actor)
  if (wanted.enabled) await requireKeys(context)
  const before = await Device.query(context.trx).findById(id).forUpdate()
  if (!before) throw notFound()
  const { enabled = before.enabled, ...change } = planOf(wanted)
  const fields: DeviceFields = { ...(await fieldsOf(context, before)), ...change }
  if (fields.platform !== before.platform && before.hasHistory) {
    throw new DomainError('platform_fixed', { device: before.name, platform: before.platform })
  }
  const { platform: _platform, ...others } = change
  const specifiedFields = Object.keys(fields.platform === before.platform ? others : change) as (keyof DeviceFields)[]
  await checkDevice(context, fields, new Set(specifiedFields), rules)
  if (context.actor.token && lowersTlsTrust(before.options, fields.options)) throw sessionRequired()
  refuseLoosening(context.actor, 'device', before, change)
  if (approveAddress && before.addressPending) throw addressPending(before)
  const planned = { before, change: { ...change, enabled }, fields }
  const [written] = await writeChanges(context, [planned], rules, { approveAddress })
  const detail = {
    name: fields.name,
    changed: fieldNames(wanted),
    ...(written && addressDetail(written)),
    ...(approveAddress && { address_approved: true }),
  }
  await recordAudit(context, action, { kind: 'device', id, tenantId: before.tenantId, detail })
  return getDevice(context, id)
}

/** Rejects an approval that would also cover changes by other users that the caller has not seen. */
function addressPending({ name }: Device) {
  return new DomainError('address_pending', { device: name })
}

function planOf(wanted: DeviceChange): DeviceChange {
  return wanted.schedule === undefined ? wanted : { ...wanted, schedule: plainSchedule(wanted.schedule) }
}

async function fieldsOf(context: TenantContext, device: Device): Promise<DeviceFields> {
  const agents = await DeviceAgent.query(context.trx).where({ tenantId: context.tenantId, deviceId: device.id })
  return fieldsOfDevice(
    device,
    agents.map(({ agentId }) => agentId),
  )
}
