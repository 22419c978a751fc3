import type { Platform } from '../platform.ts'
import { compileDocument } from './compile-document.ts'
import type { PlatformDocument } from './document.ts'
import { extendDocument } from './extend-document.ts'
import shipped from './shipped.json' with { type: 'json' }

/** The documents of the product, which `build/platform-documents.ts` checked. Some are bases of others. */
export const shippedDocuments: readonly PlatformDocument[] = shipped as unknown as PlatformDocument[]

/** Returns a document of the product; undefined for an unknown id. */
export function findShippedDocument(id: string): PlatformDocument | undefined {
  return shippedDocuments.find((document) => document.id === id)
}

/** Compiles the documents of the product. */
export function compileShippedDocuments(): Platform[] {
  return shippedDocuments
    .filter(({ base }) => base !== true)
    .map((document) => {
      const extended = extendDocument(document, findShippedDocument)
      if ('error' in extended) throw new Error(`${document.id}: ${extended.error.code}`)
      return compileDocument(extended.document)
    })
}
