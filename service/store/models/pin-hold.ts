import { Row } from './row.ts'

/** A version that was unpinned and that retention still protects for a while. */
export class PinHold extends Row {
  static override tableName = 'pin_holds'
  static override idColumn = ['tenant_id', 'version_id']

  declare tenantId: string
  declare versionId: string
  declare heldUntil: Date
}
