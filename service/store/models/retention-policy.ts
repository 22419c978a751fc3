import { Row } from './row.ts'

/** What one level says of how long backups are kept; null inherits. No customer: the platform; no device: a customer. */
export class RetentionPolicy extends Row {
  static override tableName = 'retention_policies'

  declare id: string
  declare tenantId: string | null
  declare deviceId: string | null
  declare keepDays: number | null
  declare keepLast: number | null
  declare updatedAt: Date
}
