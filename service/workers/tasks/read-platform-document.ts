import type { PlatformDocument } from '../../../shared/platforms/documents/document.ts'
import { readDocument } from '../../../shared/platforms/documents/read-document.ts'
import type { DocumentError } from '../../../shared/platforms/documents/yaml-source.ts'
import { findShippedDocument } from '../../../shared/platforms/documents/shipped-documents.ts'
import { type DocumentTest, testFaults } from '../../../shared/platforms/documents/replay-test.ts'
import { storedDocumentFaults } from '../../../shared/platforms/documents/stored-document-rules.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface DocumentToRead {
  /** In YAML. */
  source: string
  /** The display verbs that the author may add; null: any. */
  allowed: readonly string[] | null
  /** Transcripts that the document must read as before. */
  tests?: readonly { name: string; test: DocumentTest }[]
}

/** The errors, or the document as written and with the values of those that it extends. */
export type DocumentRead =
  | { errors: DocumentError[]; extended?: undefined }
  | { errors: []; extended: PlatformDocument; document: PlatformDocument }

/** Reads a document by the rules of stored documents: a hostile one takes too long for the event loop. */
export const readPlatformDocument: Task<DocumentToRead, DocumentRead> = {
  limits: { timeMs: 30_000, heapMb: serviceHeapMb },
  run({ source, allowed, tests = [] }) {
    const read = readDocument(
      source,
      findShippedDocument,
      (document) => storedDocumentFaults(document, allowed),
      (extended) => tests.flatMap(({ name, test }) => testFaults(extended, name, test)),
    )
    if (!read.document) return { errors: read.errors }
    return { errors: [], document: read.document, extended: read.extended }
  },
}
