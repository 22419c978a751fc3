import type { NotBrowsable } from '../../../shared/platforms/not-browsable.ts'
import { Row } from './row.ts'

/** The browsable tree of a version, or of the members of an archive. */
export class Snapshot extends Row {
  static override tableName = 'snapshots'

  declare id: string
  declare tenantId: string
  declare deviceId: string
  declare artifactId: string
  declare versionId: string
  /** Null for an archive whose members cannot be read; `notBrowsable` is then the reason. */
  declare root: Buffer | null
  declare notBrowsable: NotBrowsable | null
  declare capturedAt: Date
  declare files: number
  declare folders: number
  declare others: number
  declare sizeBytes: number
  declare problems: number
}
