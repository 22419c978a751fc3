import { Row } from './row.ts'

/** A transcript that every later version of a platform document must still read. It contains configurations. */
export class PlatformDocumentTestRow extends Row {
  static override tableName = 'platform_document_tests'

  declare id: string
  /** Of the device. */
  declare tenantId: string
  declare documentId: string
  declare deviceId: string
  /** The dry run whose transcript it is. */
  declare runId: string
  declare name: string
  /** Number of answers in it. */
  declare answers: number
  /** Sealed with the tenant's data key. */
  declare content: Buffer
  declare createdAt: Date
  declare createdBy: string
}
