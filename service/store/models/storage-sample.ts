import { Row } from './row.ts'

/** How much one customer, or all of them together (no `tenantId`), had stored. */
export class StorageSample extends Row {
  static override tableName = 'storage_samples'

  declare id: string
  declare tenantId: string | null
  declare sampledAt: Date
  /** In bytes. */
  declare stored: number
}
