import type { Device } from '../../../store/models/device.ts'
import { Fingerprint } from '../../../store/models/fingerprint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { type Address, type Addressed, fingerprintAddressesOf } from './fingerprint-address.ts'

/**
 * Moves the fingerprints of a device to its new address. An approval applies to one address: approved fingerprints
 * become pending at the new one, and those pending at the old one are superseded. The caller has locked the device's
 * row.
 */
export async function moveFingerprints(context: TenantContext, device: Device, after: Addressed): Promise<void> {
  const places = fingerprintAddressesOf(after)
  for (const { transport, kind, ...from } of fingerprintAddressesOf(device)) {
    const to = places.find((place) => place.transport === transport && place.kind === kind)
    if (to && (from.host !== to.host || from.port !== to.port)) {
      await move(context, device, kind, from, { host: to.host, port: to.port })
    }
  }
}

async function move(context: TenantContext, device: Device, kind: Fingerprint['kind'], from: Address, to: Address) {
  const { trx } = context
  const { tenantId, id: deviceId } = device
  const known = await Fingerprint.query(trx).where({ tenantId, deviceId, kind, ...to })
  const leaving = await Fingerprint.query(trx)
    .where({ tenantId, deviceId, kind, ...from })
    .whereIn('status', ['approved', 'pending'])
    .orderBy('id')
  const moved = leaving.filter(({ status, fingerprint }) => {
    return status === 'approved' && !known.some((one) => one.fingerprint === fingerprint)
  })
  const movedIds = moved.map(({ id }) => id)
  await Fingerprint.query(trx)
    .findByIds(leaving.map(({ id }) => id).filter((id) => !movedIds.includes(id)))
    .patch({ status: 'superseded' })
  await Fingerprint.query(trx)
    .findByIds(movedIds)
    .patch({
      ...to,
      status: 'pending',
      compared: false,
      comparison: null,
      comparisonNote: null,
      decidedAt: null,
      decidedBy: null,
    })
  if (leaving.length === 0) return
  await recordAudit(context, 'trust.address_changed', {
    kind: 'device',
    id: deviceId,
    tenantId,
    detail: { name: device.name, kind, from, to, pending: moved.map(({ fingerprint }) => fingerprint) },
  })
}
