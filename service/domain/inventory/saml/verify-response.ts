import { type ExpectedAssertion, checkAssertion } from './check-assertion.ts'
import { childElements, childrenNamed, elementsNamed, namespaces, parseSamlXml, textOf } from './parse-saml-xml.ts'
import { type Assertion, readAssertionIn } from './read-assertion.ts'
import { SamlRejected } from './saml-rejected.ts'

/** Algorithms that a signature may use: no SHA-1, no shared secrets, no canonicalisation with comments. */
const allowedAlgorithms: Record<string, readonly string[]> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: [
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** A response that is verified, or the provider's reason for refusing the login. */
export type VerifiedResponse = { kind: 'assertion'; assertion: Assertion } | { kind: 'denied'; reason: string }

/**
 * Verifies a response: its form, the signature of the assertion or of the whole response, and what the assertion is for.
 * Only what was signed is read.
 * @param encoded the response in base64, as the browser sent it
 * @param certificates that may sign, as PEM
 * @throws SamlRejected
 */
export async function verifyResponse(
  encoded: string,
  certificates: readonly string[],
  expected: ExpectedAssertion,
): Promise<VerifiedResponse> {
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  const document = await parseSamlXml(xml)
  const response = document.documentElement
  checkEnvelope(document, expected)
  const reason = refusalIn(response)
  if (reason !== null) return { kind: 'denied', reason }
  if (elementsNamed(document, namespaces.assertion, 'Assertion').length !== 1) throw new SamlRejected('assertion count')
  checkAlgorithms(document)
  const assertion = await readAssertionIn(await verifySignature(encoded, certificates, expected))
  checkAssertion(assertion, expected)
  return { kind: 'assertion', assertion }
}

/**
 * Checks what the response itself says. It may be unsigned, so an attacker could change this, but not make an assertion
 * valid. Comments and instructions are rejected: no provider sends them, and parsers disagree on text around them.
 */
function checkEnvelope(document: Document, { issuer, address, requestId }: ExpectedAssertion): void {
  const response = document.documentElement
  if (response.localName !== 'Response' || response.namespaceURI !== namespaces.protocol)
    throw new SamlRejected('document')
  if (hasComments(response)) throw new SamlRejected('document')
  const destination = response.getAttribute('Destination')
  if (destination && destination !== address) throw new SamlRejected('recipient')
  if (response.getAttribute('InResponseTo') !== requestId) throw new SamlRejected('in response to')
  const [sender] = childrenNamed(response, namespaces.assertion, 'Issuer')
  if (sender && textOf(sender) !== issuer) throw new SamlRejected('issuer')
}

function hasComments(parent: Element): boolean {
  return (
    Array.from(parent.childNodes).some(({ nodeType }) => [7, 8].includes(nodeType)) ||
    childElements(parent).some(hasComments)
  )
}

/** Returns the last part of the provider's status; null for success. */
function refusalIn(response: Element): string | null {
  const [status] = childrenNamed(response, namespaces.protocol, 'Status')
  const [code] = status ? childrenNamed(status, namespaces.protocol, 'StatusCode') : []
  if (code?.getAttribute('Value') === success) return null
  const [detail] = code ? childrenNamed(code, namespaces.protocol, 'StatusCode') : []
  const name = /:status:([A-Za-z]{1,40})$/.exec((detail ?? code)?.getAttribute('Value') ?? '')?.[1]
  return name ?? 'unknown'
}

function checkAlgorithms(document: Document): void {
  const [first] = elementsNamed(document, namespaces.signature, 'Signature')
  if (!first) throw new SamlRejected('signature')
  for (const [name, allowed] of Object.entries(allowedAlgorithms)) {
    for (const element of elementsNamed(document, namespaces.signature, name)) {
      if (!allowed.includes(element.getAttribute('Algorithm') ?? '')) throw new SamlRejected('algorithm')
    }
  }
}

/** Returns the XML of the assertion that the signature covers. */
async function verifySignature(
  encoded: string,
  certificates: readonly string[],
  { address }: ExpectedAssertion,
): Promise<string> {
  const { SAML } = await import('./saml-library.ts')
  const verifier = new SAML({
    callbackUrl: address,
    issuer: address,
    audience: false, // and what the assertion is for, by checkAssertion
    idpCert: [...certificates],
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false, // the response or the assertion must be signed
    acceptedClockSkewMs: -1, // times are checked by checkAssertion, with our clock
  })
  try {
    const { profile } = await verifier.validatePostResponseAsync({ SAMLResponse: encoded })
    const xml = profile?.getAssertionXml?.()
    if (xml) return xml
  } catch {
    // reported below: messages of the library quote the response
  }
  throw new SamlRejected('signature')
}
