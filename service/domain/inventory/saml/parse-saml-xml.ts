import { SamlRejected } from './saml-rejected.ts'

/** Limits of a document: the parser and the canonicalisation take time for each tag and level. */
const maxLength = 512 * 1024
const maxTags = 20_000
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
  const isTooLarge = text.length > maxLength || text.split('<').length > maxTags
  if (isTooLarge || /<!(?:DOCTYPE|ENTITY)/i.test(text) || text.includes('\0')) throw new SamlRejected('document')
  const { DOMParser } = await import('./saml-library.ts')
  const refuse = () => {
    throw new SamlRejected('document')
  }
  const document = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  }).parseFromString(text.trim(), 'text/xml')
  if (!(document as Document | undefined)?.documentElement || levelsOf(document) > maxLevels) refuse()
  return document
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
export function textOf(element: Element | undefined): string | null {
  const text = element?.textContent?.trim()
  return text ? text : null
}
