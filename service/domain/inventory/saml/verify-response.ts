import { type ExpectedAssertion, checkAssertion } from './check-assertion.ts'
import {
  childElements,
  childrenNamed,
  elementsNamed,
  namespaces,
  parseSamlXml,
  readElementText,
} from './parse-saml-xml.ts'
import { findSigner } from './find-signer.ts'
import { type Assertion, readAssertionIn } from './read-assertion.ts'
import { readSignatures } from './read-signatures.ts'
import { validCertificates } from './saml-certificates.ts'
import { SamlRejected } from './saml-rejected.ts'

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** A response that is verified, or the provider's reason for refusing the login. */
export type VerifiedResponse = { kind: 'assertion'; assertion: Assertion } | { kind: 'denied'; reason: string }

/**
 * Verifies a response: its form, the signature of the assertion or of the whole response, and what the assertion is for.
 * Only what was signed is read.
 * @param encoded the response in base64, as the browser sent it
 * @param certificates that may sign while they are valid, as PEM
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
  if (elementsNamed(document, namespaces.assertion, 'Assertion').length !== 1) throw new SamlRejected('assertion_count')
  const valid = validCertificates(certificates, expected.now)
  if (valid.length === 0) throw new SamlRejected('certificate')
  const signer = await findSignerOf(document, valid)
  const assertion = await readAssertionIn(await verifySignature(encoded, signer, expected))
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
  if (response.getAttribute('InResponseTo') !== requestId) throw new SamlRejected('in_response_to')
  const [sender] = childrenNamed(response, namespaces.assertion, 'Issuer')
  if (sender && readElementText(sender) !== issuer) throw new SamlRejected('issuer')
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

/**
 * Returns the certificate that signed the response, otherwise that of the assertion. Every signature must be by a key of the
 * provider before any digest is computed, because a digest takes time with the size of the document.
 */
async function findSignerOf(document: Document, certificates: readonly string[]): Promise<string> {
  const signers = []
  for (const signature of readSignatures(document)) signers.push(await findSigner(signature, certificates))
  return signers[0]!
}

/** Returns the XML of the assertion that the signature covers. */
async function verifySignature(encoded: string, certificate: string, { address }: ExpectedAssertion): Promise<string> {
  const { SAML } = await import('./saml-library.ts')
  const verifier = new SAML({
    callbackUrl: address,
    issuer: address,
    audience: false, // and what the assertion is for, by checkAssertion
    idpCert: certificate,
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
