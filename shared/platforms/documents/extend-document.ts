import { type MessageOf, message } from '../../messages/message.ts'
import type { PlatformDocument } from './document.ts'
import { documentLimits } from './schema.ts'

export type ExtendErrorCode = 'document_extends_loop' | 'document_extends_too_long' | 'document_extends_unknown'

/** Returns the document of an id. */
export type FindDocument = (id: string) => PlatformDocument | undefined

/** Lists that are added to those of the extended document. All other lists replace them. */
const addedLists: ReadonlySet<string> = new Set([
  'allow',
  'busy',
  'denied',
  'errors',
  'ignored',
  'preamble',
  'secrets',
  'sorted',
  'volatile',
])

/**
 * Returns the document with the values of those that it extends. Maps are merged, most lists replace, and null removes.
 * The revision is the sum of all, so that a change of any of them raises it.
 */
export function extendDocument(
  document: PlatformDocument,
  find: FindDocument,
): { document: PlatformDocument } | { error: MessageOf<ExtendErrorCode> } {
  const chain = [document]
  for (let next = document.extends; next !== undefined; next = chain.at(-1)?.extends) {
    if (chain.some(({ id }) => id === next))
      return { error: message('document_extends_loop', { documents: [...chain.map(({ id }) => id), next] }) }
    if (chain.length >= documentLimits.extends)
      return { error: message('document_extends_too_long', { max: documentLimits.extends }) }
    const found = find(next)
    if (!found) return { error: message('document_extends_unknown', { id: next }) }
    chain.push(found)
  }
  const revision = chain.reduce((sum, { revision: own = 1 }) => sum + own, 0)
  const [own, ...extended] = chain.map((one) => ({ ...one, extends: undefined, base: undefined }))
  const merged = extended.reduceRight<unknown>((below, above) => merge(below, above), {})
  const { evidence: _ofBase, ...inherited } = merged as PlatformDocument
  const whole = merge(inherited, own) as PlatformDocument
  return { document: { ...whole, revision, ...(document.base && { base: true }) } }
}

function merge(below: unknown, above: unknown, key = ''): unknown {
  if (above === undefined) return below
  if (Array.isArray(below) && Array.isArray(above) && addedLists.has(key))
    return [...(below as unknown[]), ...(above as unknown[])]
  if (!isMap(below) || !isMap(above)) return above
  const merged: Record<string, unknown> = { ...below }
  for (const [name, value] of Object.entries(above)) merged[name] = merge(below[name], value, name)
  return merged
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
