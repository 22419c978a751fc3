import { Row } from './row.ts'

/** A former value of a level; `until` is RFC 3339. */
export interface RetentionGuard {
  name: 'keepDays' | 'keepLast'
  value: number | null
  until: string
}

/** Retention of one level; null inherits. Without a tenant it is the platform's, without a device the tenant's. */
export class RetentionPolicy extends Row {
  static override tableName = 'retention_policies'
  static override jsonAttributes = ['guards']

  declare id: string
  declare tenantId: string | null
  declare deviceId: string | null
  declare keepDays: number | null
  declare keepLast: number | null
  declare updatedAt: Date
  /** Former values that still apply. */
  declare guards: RetentionGuard[]
}
