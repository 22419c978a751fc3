import { message } from '../../messages/message.ts'
import { builtInPlatforms } from '../registry.ts'
import type { DocumentFault } from './check-document.ts'
import type { PlatformDocument } from './document.ts'
import { findShippedDocument } from './shipped-documents.ts'

/** The port of a stored document's API: addresses are approved by port, without reading documents. */
const apiPort = 443

/**
 * Returns the faults of a document that an installation stores, beside those of every document.
 * @param allowed the display verbs that the author may add; null: any
 */
export function storedDocumentFaults(document: PlatformDocument, allowed: readonly string[] | null): DocumentFault[] {
  const { id, base, allow = [], api } = document
  const isTaken = findShippedDocument(id) !== undefined || builtInPlatforms.some((platform) => platform.id === id)
  return [
    ...(isTaken ? [{ path: ['id'], reason: message('document_id_taken', { id }) }] : []),
    ...(base ? [{ path: ['base'], reason: message('document_base_not_stored') }] : []),
    ...(api?.port !== undefined && api.port !== apiPort
      ? [{ path: ['api', 'port'], reason: message('document_port_fixed', { port: apiPort }) }]
      : []),
    ...allow.flatMap((verb, at) =>
      allowed === null || allowed.includes(verb)
        ? []
        : [{ path: ['allow', at], reason: message('document_allow_denied') }],
    ),
  ]
}
