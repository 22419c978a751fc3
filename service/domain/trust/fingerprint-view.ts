import { Fingerprint } from '../../store/models/fingerprint.ts'
import type { Call } from '../call.ts'
import { notFound } from '../refusal.ts'

/** A fingerprint with its device's name. */
export type FingerprintView = Fingerprint & { deviceName: string }

export interface FingerprintFilter {
  pendingOnly?: boolean
  deviceId?: string
}

/** Fingerprints in scope, the latest first, behind the one that a page ended with. */
export function listFingerprints(
  call: Call,
  filter: FingerprintFilter,
  page: { limit: number; after: { firstSeenAt: Date; id: string } | null },
): Promise<FingerprintView[]> {
  const query = fingerprintsOf(call)
    .orderBy('fingerprints.firstSeenAt', 'desc')
    .orderBy('fingerprints.id', 'desc')
    .limit(page.limit)
  if (page.after) {
    query.whereRaw('(fingerprints.first_seen_at, fingerprints.id) < (?, ?)', [page.after.firstSeenAt, page.after.id])
  }
  if (filter.pendingOnly) query.where('fingerprints.status', 'pending')
  if (filter.deviceId) query.where('fingerprints.deviceId', filter.deviceId)
  return query.execute() as Promise<FingerprintView[]>
}

/** @throws Refusal 404 */
export async function getFingerprint(call: Call, id: string): Promise<FingerprintView> {
  const fingerprint = await fingerprintsOf(call).where('fingerprints.id', id).first()
  if (!fingerprint) throw notFound()
  return fingerprint as FingerprintView
}

function fingerprintsOf({ trx }: Call) {
  return Fingerprint.query(trx)
    .join('devices', (join) =>
      join.on('devices.tenantId', 'fingerprints.tenantId').andOn('devices.id', 'fingerprints.deviceId'),
    )
    .select('fingerprints.*', 'devices.name as deviceName')
}
