import { Row } from './row.ts'

/** Where a chunk stands. */
export class Chunk extends Row {
  static override tableName = 'chunks'
  static override idColumn = ['tenant_id', 'id']

  declare tenantId: string
  declare id: Buffer
  declare packId: string
  declare blockOffset: number
  declare blockLength: number
  declare chunkOffset: number
  declare length: number
  declare lastPromisedAt: Date
  /** Since when it cannot be read where it stands. */
  declare damagedAt: Date | null
}
