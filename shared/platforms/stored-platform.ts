import { compileDocument } from './documents/compile-document.ts'
import type { PlatformDocument } from './documents/document.ts'
import type { Platform } from './platform.ts'
import { platformById } from './registry.ts'

/** The version of the format of documents that this program reads. A later one needs a newer agent. */
export const documentFormat = 1

/** How threads and agents receive a platform: the id of one of the product, or the document of a stored one. */
export type PlatformSource = string | PlatformDocument

/** Returns what `resolvePlatform` turns into the platform again. */
export function platformSource(platform: Platform): PlatformSource {
  return platform.document ?? platform.id
}

/** Returns undefined for an unknown id. */
export function resolvePlatform(source: PlatformSource): Platform | undefined {
  return typeof source === 'string' ? platformById(source) : compileStored(source)
}

/** Compiled documents by their text: the same one arrives with every text and every job. */
const compiled = new Map<string, Platform>()
const maxCompiled = 200

/** Compiles a document that was checked, with the values of those that it extends. */
export function compileStored(document: PlatformDocument): Platform {
  const text = JSON.stringify(document)
  const known = compiled.get(text)
  if (known) return known
  const [oldest] = compiled.keys()
  if (oldest !== undefined && compiled.size >= maxCompiled) compiled.delete(oldest)
  const platform = { ...compileDocument(document), document }
  compiled.set(text, platform)
  return platform
}
