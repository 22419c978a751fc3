import { Row } from './row.ts'

/** A value that a level had; `until` is RFC 3339. */
export interface RetentionGuard {
  name: 'keepDays' | 'keepLast'
  value: number | null
  until: string
}

/** What one level says of how long backups are kept; null inherits. No customer: the platform; no device: a customer. */
export class RetentionPolicy extends Row {
  static override tableName = 'retention_policies'
  static override jsonAttributes = ['guards']

  declare id: string
  declare tenantId: string | null
  declare deviceId: string | null
  declare keepDays: number | null
  declare keepLast: number | null
  declare updatedAt: Date
  /** What it said before, as long as that counts on. */
  declare guards: RetentionGuard[]
}
