import { Row } from './row.ts'

/** A transcript that every later version of a platform document must still read. It contains configurations. */
export class PlatformDocumentTestRow extends Row {
  static override tableName = 'platform_document_tests'

  declare id: string
  /** Of the device, or the one that imported it. */
  declare tenantId: string
  declare documentId: string
  /** Null if it was imported. */
  declare deviceId: string | null
  /** The dry run whose transcript it is; null if it was imported. */
  declare runId: string | null
  declare name: string
  /** Number of answers in it. */
  declare answers: number
  /** Sealed with the tenant's data key. */
  declare content: Buffer
  declare createdAt: Date
  declare createdBy: string
}
