import { SamlRejected } from './saml-rejected.ts'

/**
 * Limits of a document: the parser takes time for each attribute and each other attribute of its element, and the
 * canonicalisation for each element and its siblings. A response with a thousand groups remains below.
 */
const maxLength = 512 * 1024
const maxElements = 3_000
const maxAttributes = 10_000
const maxAttributesEach = 50
const maxLevels = 60

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
}

/**
 * Parses a document of a SAML provider. Document types, and with them entities, are rejected.
 * @throws SamlRejected document
 */
export async function parseSamlXml(text: string): Promise<Document> {
  if (isTooLarge(text) || /<!(?:DOCTYPE|ENTITY)/i.test(text) || text.includes('\0')) throw new SamlRejected('document')
  const { DOMParser } = await import('./saml-library.ts')
  const refuse = () => {
    throw new SamlRejected('document')
  }
  const document = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  }).parseFromString(text.trim(), 'text/xml')
  if (!(document as Document | undefined)?.documentElement || levelsOf(document) > maxLevels) refuse()
  const elements = Array.from(document.getElementsByTagName('*'))
  if (elements.length > maxElements) refuse()
  if (elements.some(({ attributes }) => attributes.length > maxAttributesEach)) refuse()
  return document
}

/** Returns whether a document cannot be within the limits, without parsing it. */
function isTooLarge(text: string): boolean {
  if (text.length > maxLength) return true
  const tags = text.split('<')
  const attributes = tags.map((tag) => tag.match(/=\s*["']/g)?.length ?? 0)
  const total = attributes.reduce((sum, count) => sum + count, 0)
  const isLarge = tags.length > 2 * maxElements + 1 || total > maxAttributes
  return isLarge || Math.max(...attributes) > maxAttributesEach || isTooDeep(tags.slice(1))
}

/** A tag without its `<`, whose attributes may contain `>`. */
const tagPattern = /^[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/

/** Returns whether elements exceed the limit of levels: the parser copies the namespaces of all levels for each. */
function isTooDeep(tags: readonly string[]): boolean {
  let level = 0
  return tags.some((text) => {
    if (/^[!?]/.test(text)) return false
    if (text.startsWith('/')) level -= 1
    else if (!tagPattern.exec(text)?.[0].endsWith('/>')) level += 1
    return level > maxLevels
  })
}

/** Returns the depth of the elements; more than the limit is not counted. */
function levelsOf(document: Document): number {
  let level: Element[] = [document.documentElement]
  for (let depth = 1; depth <= maxLevels; depth += 1) {
    level = level.flatMap((element) => childElements(element))
    if (level.length === 0) return depth
  }
  return maxLevels + 1
}

export function childElements(parent: Element): Element[] {
  return Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1)
}

/** Returns the children with this name. */
export function childrenNamed(parent: Element, namespace: string, name: string): Element[] {
  return childElements(parent).filter((child) => child.localName === name && child.namespaceURI === namespace)
}

/** Returns all elements with this name, at any depth. */
export function elementsNamed(document: Document, namespace: string, name: string): Element[] {
  return Array.from(document.getElementsByTagNameNS(namespace, name))
}

/** Returns the whole text of an element; null without one. Comments within it are not part of the text. */
export function readElementText(element: Element | undefined): string | null {
  const text = element?.textContent?.trim()
  return text ? text : null
}
