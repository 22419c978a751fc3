import type { DeviceFacts } from '../../../shared/platforms/extract-facts.ts'
import { Row } from './row.ts'

/** A lineage: one artifact key of a device over one transport. */
export class Artifact extends Row {
  static override tableName = 'artifacts'

  declare id: string
  declare tenantId: string
  declare deviceId: string
  declare key: string
  declare transport: 'ssh' | 'api'
  declare kind: 'text' | 'blob'
  declare createdAt: Date
  declare latestVersionId: string | null
  /** Whether it has, or had, a version that differs from the one before it. */
  declare hasChanges: boolean
  /** Facts of the device in its latest text that is not suspicious. */
  declare facts: DeviceFacts | null
  declare factsRank: number | null
}
