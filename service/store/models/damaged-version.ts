import { Row } from './row.ts'

/** A version that cannot be read whole, since the check found it so. */
export class DamagedVersion extends Row {
  static override tableName = 'damaged_versions'
  static override idColumn = ['tenant_id', 'version_id']

  declare tenantId: string
  declare versionId: string
  /** Where the first trouble was met; null for a chunk that stands nowhere. */
  declare packId: string | null
  declare foundAt: Date
}
