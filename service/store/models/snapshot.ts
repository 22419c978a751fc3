import { Row } from './row.ts'

/** The tree of a version, to browse. */
export class Snapshot extends Row {
  static override tableName = 'snapshots'

  declare id: string
  declare tenantId: string
  declare deviceId: string
  declare artifactId: string
  declare versionId: string
  declare root: Buffer
  declare capturedAt: Date
  declare files: number
  declare folders: number
  declare others: number
  declare sizeBytes: number
  declare problems: number
}
