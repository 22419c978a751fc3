import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'

/** State of the integrity check of a tenant's repository. */
export class IntegrityCheck extends Row {
  static override tableName = 'integrity_checks'
  static override idColumn = 'tenant_id'
  static override jsonAttributes = ['keyDigests', 'keysDamage']

  declare tenantId: string
  /** Holder of the lease, which ends at `heldUntil` unless renewed. */
  declare holder: string | null
  declare heldUntil: Date | null
  /** When a night's check was last completed. */
  declare finishedAt: Date | null
  declare keysCheckedAt: Date | null
  declare keysDamagedAt: Date | null
  /** Null if the wrapped keys and the description are intact. */
  declare keysDamage: ReceivedMessage[] | null
  /** SHA-256 (hex) of each former bundle of wrapped keys when it was first read back, by generation. */
  declare keyDigests: Record<string, string>
}
