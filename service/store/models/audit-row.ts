import { Row } from './row.ts'

/** An audited action. Rows are append-only. `deviceName` is joined by `listAudit`. */
export class AuditRow extends Row {
  static override tableName = 'audit'
  static override jsonAttributes = ['detail']

  declare id: string
  declare tenantId: string | null
  declare ts: Date
  declare actor: string
  declare actorId: string | null
  declare role: string | null
  declare action: string
  declare object: string
  declare objectId: string | null
  declare deviceId: string | null
  declare artifactKey: string | null
  declare outcome: 'done' | 'refused' | 'failed'
  declare crossTenant: boolean
  declare requestId: string | null
  declare ip: string | null
  declare deviceName: string | null
  declare detail: Record<string, unknown> | null
}
