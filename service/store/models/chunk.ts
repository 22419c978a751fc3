import { Row } from './row.ts'

/** Location of a chunk. */
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
  /** Since when it cannot be read at its location. */
  declare damagedAt: Date | null
}
