import type { Device } from '../../store/models/device.ts'
import { Fingerprint } from '../../store/models/fingerprint.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { TenantCall } from '../call.ts'
import { provingPlacesOf } from './fingerprint-address.ts'
import { type FingerprintView, getFingerprint } from './fingerprint-view.ts'
import { factsOf, lockFingerprint } from './lock-fingerprint.ts'

/**
 * Records that somebody compared a fingerprint with what the device itself shows. An earlier one of the same algorithm at
 * the same address is superseded. One that was accepted at first sight is compared from now on, and so are the versions
 * that were collected under it.
 * @throws Refusal 409 `superseded`
 */
export async function approveFingerprint(call: TenantCall, id: string): Promise<FingerprintView> {
  const { fingerprint, device } = await lockFingerprint(call, id)
  const { tenantId, deviceId, kind, algorithm, host, port } = fingerprint
  const wasAccepted = fingerprint.status === 'approved' && !fingerprint.compared
  await Fingerprint.query(call.trx)
    .where({ tenantId, deviceId, kind, algorithm, host, port, status: 'approved' })
    .whereNot({ id })
    .patch({ status: 'superseded' })
  if (fingerprint.status !== 'approved' || wasAccepted) {
    await Fingerprint.query(call.trx)
      .findById(id)
      .patch({ status: 'approved', compared: true, decidedAt: call.now, decidedBy: call.actor.name })
  }
  if (wasAccepted) await markCompared(call, device, fingerprint)
  await recordAudit(call, 'fingerprint.approve', {
    kind: 'fingerprint',
    id,
    tenantId,
    detail: { ...factsOf(fingerprint, device), was: wasAccepted ? 'accepted at first sight' : fingerprint.status },
  })
  return getFingerprint(call, id)
}

/** Unless another that nobody compared may have been the one that a version's session met. */
async function markCompared({ trx }: TenantCall, device: Device, { tenantId, kind, firstSeenAt }: Fingerprint) {
  const { id: deviceId } = device
  const places = provingPlacesOf(device).filter((place) => place.kind === kind)
  const transports = places.map(({ transport }) => transport)
  await trx.raw(
    `update versions v set host_not_compared = false
     from artifacts a
     where a.tenant_id = v.tenant_id and a.id = v.artifact_id and a.transport = any(:transports)
       and v.tenant_id = :tenantId and v.device_id = :deviceId and v.host_not_compared
       and v.captured_at >= :firstSeenAt
       and not exists (
         select from fingerprints f
         where f.tenant_id = :tenantId and f.device_id = :deviceId and f.kind = :kind and not f.compared
           and f.decided_at is not null and f.status in ('approved', 'superseded'))`,
    { transports, tenantId, deviceId, kind, firstSeenAt },
  )
}
