import { Row } from './row.ts'

/** How the check of a customer's repository stands. */
export class IntegrityCheck extends Row {
  static override tableName = 'integrity_checks'
  static override idColumn = 'tenant_id'
  static override jsonAttributes = ['keyDigests']

  declare tenantId: string
  /** Who checks now, until `heldUntil` unless it goes on. */
  declare holder: string | null
  declare heldUntil: Date | null
  /** When a night's work was last done to its end. */
  declare finishedAt: Date | null
  declare keysCheckedAt: Date | null
  declare keysDamagedAt: Date | null
  declare keysDamage: string | null
  /** SHA-256 (hex) of each former bundle of wrapped keys as it was when it was first read back, by its generation. */
  declare keyDigests: Record<string, string>
}
