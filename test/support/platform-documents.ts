import { findShippedDocument } from '../../shared/platforms/documents/shipped-documents.ts'
import type { PlatformDocument } from '../../shared/platforms/documents/document.ts'
import { readDocument } from '../../shared/platforms/documents/read-document.ts'

/** Returns a document of a device in the manner of Cisco, and its values with those of the document that it extends. */
export function aDocument(id: string, more = ''): { source: string; extended: PlatformDocument } {
  const source = [
    'coffer: 1',
    `id: ${id}`,
    'name: Acme Switch',
    'vendor: Acme',
    'extends: cisco_like',
    'evidence: { level: modelled }',
    more,
  ].join('\n')
  const read = readDocument(source, findShippedDocument)
  if (!read.extended) throw new Error(JSON.stringify(read.errors))
  return { source, extended: read.extended }
}
