import { Row } from './row.ts'

/** The pinned version of a lineage. */
export class Pin extends Row {
  static override tableName = 'pins'
  static override idColumn = ['tenantId', 'artifactId']

  declare tenantId: string
  declare artifactId: string
  declare deviceId: string
  declare versionId: string
  declare pinnedAt: Date
  declare pinnedBy: string
  /** Whether the latest version differs. */
  declare drifted: boolean
}
