import type { DeclaredDifference } from '../../../shared/diff/declared-differences.ts'
import { Row } from './row.ts'

/** A version that the devices of its platform with a tag should equal. */
export class GoldenConfiguration extends Row {
  static override tableName = 'golden_configurations'
  static override jsonAttributes = ['declaredDifferences']

  declare id: string
  declare tenantId: string
  declare name: string
  declare tag: string
  /** Platform of the version's device, and key of its artifact. */
  declare platform: string
  declare key: string
  declare versionId: string
  /** What is not compared. */
  declare declaredDifferences: DeclaredDifference[]
  declare note: string | null
  declare createdAt: Date
  declare createdBy: string
  declare updatedAt: Date
  declare updatedBy: string
}
