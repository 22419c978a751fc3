import { Row } from './row.ts'

/** The version that a lineage is held against. */
export class Pin extends Row {
  static override tableName = 'pins'
  static override idColumn = ['tenantId', 'artifactId']

  declare tenantId: string
  declare artifactId: string
  declare deviceId: string
  declare versionId: string
  declare pinnedAt: Date
  declare pinnedBy: string
  /** The latest version says something else. */
  declare drifted: boolean
}
