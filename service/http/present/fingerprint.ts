import type { components } from '../../../shared/contract/api-types.ts'
import type { FingerprintView } from '../../domain/inventory/trust/fingerprint-view.ts'

type Schemas = components['schemas']

export function presentFingerprint(fingerprint: FingerprintView): Schemas['Fingerprint'] {
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
    comparison: fingerprint.comparison,
    comparison_note: fingerprint.comparisonNote,
    first_seen_at: fingerprint.firstSeenAt.toISOString(),
    last_seen_at: fingerprint.lastSeenAt.toISOString(),
    decided_at: fingerprint.decidedAt?.toISOString() ?? null,
    decided_by: fingerprint.decidedBy,
    device: {
      id: fingerprint.deviceId,
      name: fingerprint.deviceName,
      platform: fingerprint.platform as Schemas['PlatformId'],
    },
    instead_of: fingerprint.insteadOf && {
      id: fingerprint.insteadOf.id,
      fingerprint: fingerprint.insteadOf.fingerprint,
      compared: fingerprint.insteadOf.compared,
      last_seen_at: fingerprint.insteadOf.lastSeenAt.toISOString(),
      decided_at: fingerprint.insteadOf.decidedAt?.toISOString() ?? null,
      decided_by: fingerprint.insteadOf.decidedBy,
    },
  }
}
