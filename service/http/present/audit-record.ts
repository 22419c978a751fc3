import type { components } from '../../../shared/contract/api-types.ts'
import type { AuditRow } from '../../store/models/audit-row.ts'

export function presentAuditRecord(row: AuditRow): components['schemas']['AuditRecord'] {
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
    detail: row.detail,
  }
}
