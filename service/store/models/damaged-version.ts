import { Row } from './row.ts'

/** A version that the integrity check found unreadable, at least in part. */
export class DamagedVersion extends Row {
  static override tableName = 'damaged_versions'
  static override idColumn = ['tenant_id', 'version_id']

  declare tenantId: string
  declare versionId: string
  /** Location of the first fault; null for a chunk that is not stored. */
  declare packId: string | null
  declare foundAt: Date
}
