import { Row } from './row.ts'

/** A platform that an installation describes itself, without its versions. */
export class PlatformDocumentRow extends Row {
  static override tableName = 'platform_documents'

  declare id: string
  /** Null: all tenants read it. */
  declare tenantId: string | null
  /** The `id` in the document; no platform of the product has it. */
  declare platform: string
  declare name: string
  declare latestVersion: number
  /** The version that devices use; null before the first activation. */
  declare activeVersion: number | null
  declare retiredAt: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
