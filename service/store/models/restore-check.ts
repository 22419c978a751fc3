import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'

/** `incomplete`: the text does not pass the platform's check for complete texts; `damaged`: it cannot be read. */
export type RestoreCheckOutcome = 'restorable' | 'incomplete' | 'damaged'

/** The last restore check of a version. */
export class RestoreCheck extends Row {
  static override tableName = 'restore_checks'
  static override idColumn = ['tenant_id', 'version_id']
  static override jsonAttributes = ['failure']

  declare tenantId: string
  declare versionId: string
  declare artifactId: string
  declare checkedAt: Date
  declare outcome: RestoreCheckOutcome
  /** Null for a restorable version. */
  declare failure: ReceivedMessage | null
}
