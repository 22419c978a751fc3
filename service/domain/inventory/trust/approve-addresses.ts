import { Device } from '../../../store/models/device.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { approvedColumns } from './address-columns.ts'
import { type AddressView, getAddress } from './address-view.ts'
import { addressDifference, addressDigest, addressOf } from './device-address.ts'
import { refuseApprovalBy } from './address-approval-policy.ts'

/** The address of a device that the approver saw. */
export interface SeenAddress {
  deviceId: string
  digest: string
}

/**
 * Approves the address of one device.
 * @throws DomainError address_changed if it differs from what the caller saw, session_required for an API token,
 *   permission_missing
 */
export async function approveAddress(context: TenantContext, seen: SeenAddress): Promise<AddressView> {
  const { changed } = await approveAddresses(context, [seen])
  if (changed.length > 0) throw new DomainError('address_changed')
  return getAddress(context, seen.deviceId)
}

/**
 * Approves each address that has not changed since the caller saw it.
 * @returns ids of the approved devices, and of those that have another address or do not exist
 * @throws DomainError session_required for an API token, permission_missing without `credential:write`
 */
export async function approveAddresses(
  context: TenantContext,
  seen: readonly SeenAddress[],
): Promise<{ approved: string[]; changed: string[] }> {
  refuseApprovalBy(context.actor)
  const digests = new Map(seen.map(({ deviceId, digest }) => [deviceId.toLowerCase(), digest]))
  const devices = await Device.query(context.trx)
    .where({ tenantId: context.tenantId })
    .whereRaw('id = any(?::uuid[])', [[...digests.keys()]])
    .orderBy('id')
    .forUpdate()
  const same = devices.filter((device) => digests.get(device.id) === addressDigest(addressOf(device)))
  await writeApprovals(context, same)
  const approved = same.map(({ id }) => id)
  return { approved, changed: [...digests.keys()].filter((id) => !approved.includes(id)) }
}

async function writeApprovals(context: TenantContext, devices: Device[]): Promise<void> {
  if (devices.length === 0) return
  const rows = devices.map((device) => ({
    id: device.id,
    approved_address: approvedColumns(context, device).approvedAddress,
  }))
  await context.trx.raw(
    `update devices d set approved_address = n.approved_address, address_approved_at = :now,
       address_approved_by = :by, address_pending = false
     from jsonb_to_recordset(:rows::jsonb) as n (id uuid, approved_address jsonb)
     where d.tenant_id = :tenantId and d.id = n.id`,
    { now: context.now, by: context.actor.name, tenantId: context.tenantId, rows: JSON.stringify(rows) },
  )
  const records = devices.map((device) => {
    const { id, tenantId, name, approvedAddress } = device
    const now = addressOf(device)
    const before = approvedAddress && addressDifference(approvedAddress, now)
    return { kind: 'device', id, tenantId, detail: { name, address: now, ...(before && { before: before.from }) } }
  })
  await recordAudits(context, 'address.approve', records)
  await recordEvents(
    context,
    devices.map((device) => {
      const { tenantId } = device
      return { type: 'device.address_approved' as const, tenantId, device, data: { by: context.actor.name } }
    }),
  )
}
