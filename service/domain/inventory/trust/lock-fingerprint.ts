import { Device } from '../../../store/models/device.ts'
import { Fingerprint } from '../../../store/models/fingerprint.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'

/**
 * A fingerprint on which somebody decides. Its device's row is locked first, as by those who move or observe
 * fingerprints, so that no two decisions pass each other.
 * @throws DomainError 404; 409 `superseded` for one that another replaced, or whose address the device left
 */
export async function lockFingerprint(
  { trx }: TenantContext,
  id: string,
): Promise<{ fingerprint: Fingerprint; device: Device }> {
  const found = await Fingerprint.query(trx).findById(id)
  if (!found) throw notFound()
  const device = await Device.query(trx).findById(found.deviceId).forUpdate()
  const fingerprint = await Fingerprint.query(trx).findById(id).forUpdate()
  if (!device || !fingerprint) throw notFound()
  if (fingerprint.status === 'superseded') throw new DomainError('superseded', { device: device.name })
  return { fingerprint, device }
}

/** What the audit log says of a fingerprint. */
export function factsOf({ kind, algorithm, fingerprint, host, port }: Fingerprint, device: Device) {
  return { device_id: device.id, device: device.name, kind, algorithm, fingerprint, host, port }
}
