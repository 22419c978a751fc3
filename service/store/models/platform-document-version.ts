import type { PlatformDocument } from '../../../shared/platforms/documents/document.ts'
import { Row } from './row.ts'

/** A version of a platform document. Only its marks (tested, activated) change. */
export class PlatformDocumentVersionRow extends Row {
  static override tableName = 'platform_document_versions'
  static override idColumn = ['document_id', 'number']
  static override jsonAttributes = ['document']

  declare documentId: string
  declare tenantId: string | null
  declare number: number
  /** In YAML, as written. */
  declare source: string
  /** With the values of the documents that it extends. */
  declare document: PlatformDocument
  declare transports: string[]
  declare note: string | null
  declare createdAt: Date
  declare createdBy: string
  declare testedAt: Date | null
  declare testedBy: string | null
  /** The dry run that tested it. */
  declare testedRunId: string | null
  declare activatedAt: Date | null
  declare activatedBy: string | null
}
