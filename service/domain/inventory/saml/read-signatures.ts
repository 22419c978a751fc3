import { childElements, childrenNamed, elementsNamed, namespaces, readElementText } from './parse-saml-xml.ts'
import { SamlRejected } from './saml-rejected.ts'

/** A signature of a response or an assertion, whose form was checked. Nothing is verified. */
export interface SamlSignature {
  signedInfo: Element
  /** Algorithm of the signature. */
  method: string
  value: Buffer
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/**
 * Algorithms that a signature may use: no SHA-1, no shared secrets, and only the canonicalisation and the transforms of
 * SAML (SAML core, section 5.4), because others take time with the namespaces of the whole document.
 */
const allowedAlgorithms: Record<string, readonly string[]> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: [exclusive],
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
}

/** Limits of one signature. The largest of usual providers contains a chain of certificates in 20 elements. */
const maxElements = 50
const maxTransforms = 2
const maxPrefixes = 200

/**
 * Returns the signatures of a response: that of the response itself first, then that of the assertion. Others are rejected.
 * @throws SamlRejected signature, algorithm
 */
export function readSignatures(document: Document): SamlSignature[] {
  const response = document.documentElement
  const parents = [response, ...childrenNamed(response, namespaces.assertion, 'Assertion')]
  const found = parents.flatMap((parent) => only(parent, 'Signature', { optional: true }))
  const all = elementsNamed(document, namespaces.signature, 'Signature').length
  if (found.length === 0 || all !== found.length) throw new SamlRejected('signature')
  return found.map(readSignature)
}

function readSignature(signature: Element): SamlSignature {
  if (signature.getElementsByTagName('*').length > maxElements) throw new SamlRejected('signature')
  const [signedInfo] = only(signature, 'SignedInfo')
  const names = childElements(signature).map(({ localName }) => localName)
  if (names.some((name) => !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(name))) {
    throw new SamlRejected('signature')
  }
  checkReference(signedInfo!)
  checkAlgorithms(signature)
  const [method] = only(signedInfo!, 'SignatureMethod')
  const value = Buffer.from(readElementText(only(signature, 'SignatureValue')[0]) ?? '', 'base64')
  return { signedInfo: signedInfo!, method: algorithmOf(method!), value }
}

function checkReference(signedInfo: Element): void {
  only(signedInfo, 'CanonicalizationMethod')
  const [reference] = only(signedInfo, 'Reference')
  const [transforms] = only(reference!, 'Transforms')
  for (const name of ['DigestMethod', 'DigestValue']) only(reference!, name)
  if (childElements(transforms!).length > maxTransforms) throw new SamlRejected('signature')
}

/** Checks elements of any namespace: libraries find algorithms by the local name. */
function checkAlgorithms(signature: Element): void {
  for (const [name, allowed] of Object.entries(allowedAlgorithms)) {
    for (const element of Array.from(signature.getElementsByTagNameNS('*', name))) {
      if (!allowed.includes(algorithmOf(element))) throw new SamlRejected('algorithm')
    }
  }
  for (const element of Array.from(signature.getElementsByTagNameNS('*', 'InclusiveNamespaces'))) {
    if ((element.getAttribute('PrefixList') ?? '').length > maxPrefixes) throw new SamlRejected('signature')
  }
}

function algorithmOf(element: Element): string {
  return element.getAttribute('Algorithm') ?? ''
}

/** @throws SamlRejected signature unless there is exactly one child with this name, or none if it is optional */
function only(parent: Element, name: string, { optional = false } = {}): Element[] {
  const found = childElements(parent).filter(({ localName }) => localName === name)
  const isExpected = found.every(({ namespaceURI }) => namespaceURI === namespaces.signature)
  if (!isExpected || found.length > 1 || (found.length === 0 && !optional)) throw new SamlRejected('signature')
  return found
}
