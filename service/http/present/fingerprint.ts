import type { components } from '../../../shared/contract/api-types.ts'
import type { FingerprintView } from '../../domain/trust/fingerprint-view.ts'

export function presentFingerprint(fingerprint: FingerprintView): components['schemas']['Fingerprint'] {
  return {
    id: fingerprint.id,
    tenant_id: fingerprint.tenantId,
    kind: fingerprint.kind,
    fingerprint: fingerprint.fingerprint,
    algorithm: fingerprint.algorithm,
    host: fingerprint.host,
    port: fingerprint.port,
    status: fingerprint.status,
    compared: fingerprint.compared,
    first_seen_at: fingerprint.firstSeenAt.toISOString(),
    last_seen_at: fingerprint.lastSeenAt.toISOString(),
    decided_at: fingerprint.decidedAt?.toISOString() ?? null,
    decided_by: fingerprint.decidedBy,
    device: { id: fingerprint.deviceId, name: fingerprint.deviceName },
  }
}
