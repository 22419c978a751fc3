import type { DeclaredDifference } from '../../../shared/diff/declared-differences.ts'
import type { DevicePairCode } from '../../../shared/messages/codes.ts'
import type { MessageOf } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'

/** Two devices that must have the same configuration, and the outcome of their last comparison. */
export class DevicePair extends Row {
  static override tableName = 'device_pairs'
  static override jsonAttributes = ['declaredDifferences', 'reason']

  declare id: string
  declare tenantId: string
  declare name: string
  declare firstDeviceId: string
  declare secondDeviceId: string
  /** Of the artifact that both have. */
  declare key: string
  declare declaredDifferences: DeclaredDifference[]
  declare note: string | null
  declare state: 'equal' | 'differs' | 'unknown'
  /** Why the state is unknown. */
  declare reason: MessageOf<DevicePairCode> | null
  /** Lines removed and added between the two; null if unknown. */
  declare differingLines: number | null
  /** The versions that were compared; null if the devices could not be compared. */
  declare firstVersionId: string | null
  declare secondVersionId: string | null
  /** When the state began. */
  declare since: Date
  /** Null: the pair was changed since it was compared. */
  declare comparedAt: Date | null
  /** Whether the last event of the pair says that it differs. */
  declare isAnnounced: boolean
  declare createdAt: Date
  declare updatedAt: Date
  declare updatedBy: string
}
