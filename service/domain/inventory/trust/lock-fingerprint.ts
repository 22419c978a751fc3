import { Device } from '../../../store/models/device.ts'
import { Fingerprint } from '../../../store/models/fingerprint.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'

/**
 * Locks a fingerprint for a decision. The device's row is locked first, as when fingerprints are moved or observed:
 * this serialises decisions.
 * @throws DomainError not_found, or superseded if it was replaced or the device has another address
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

/** Returns the data of a fingerprint for the audit log. */
export function fingerprintFacts({ kind, algorithm, fingerprint, host, port }: Fingerprint, device: Device) {
  return { device_id: device.id, device: device.name, kind, algorithm, fingerprint, host, port }
}
