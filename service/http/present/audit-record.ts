import type { components } from '../../../shared/contract/api-types.ts'
import type { AuditRow } from '../../store/models/audit-row.ts'

/**
 * Presents a record to a caller.
 * @param showsPatterns whether it shows what others searched for, which may be a secret
 */
export function presentAuditRecord(
  row: AuditRow,
  { actorId, showsPatterns }: { actorId: string | null; showsPatterns: boolean },
): components['schemas']['AuditRecord'] {
  const { pattern, ...withoutPattern } = row.detail ?? {}
  const isHidden = pattern !== undefined && !showsPatterns && row.actorId !== actorId
  return {
    id: row.id,
    ts: row.ts.toISOString(),
    actor: row.actor,
    role: row.role,
    action: row.action,
    object: row.object,
    object_id: row.objectId,
    device_id: row.deviceId,
    device_name: row.deviceName,
    artifact_key: row.artifactKey,
    tenant_id: row.tenantId,
    cross_tenant: row.crossTenant,
    request_id: row.requestId,
    ip: row.ip,
    outcome: row.outcome,
    detail: isHidden ? withoutPattern : row.detail,
  }
}
