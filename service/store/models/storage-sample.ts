import { Row } from './row.ts'

/** Stored bytes of one tenant, or in total (without `tenantId`). */
export class StorageSample extends Row {
  static override tableName = 'storage_samples'

  declare id: string
  declare tenantId: string | null
  declare sampledAt: Date
  /** In bytes. */
  declare stored: number
}
