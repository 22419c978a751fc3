import { constants, verify } from 'node:crypto'
import type { SamlSignature } from './read-signatures.ts'
import { SamlRejected } from './saml-rejected.ts'

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
const methods: Record<string, { hash: string; padding?: typeof pss }> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': { hash: 'sha256' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': { hash: 'sha512' },
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1': { hash: 'sha256', padding: pss },
}

/**
 * Returns the certificate whose key made the value of a signature. It reads nothing but the signature, so that a sender
 * without the key causes no canonicalisation of the document. What was signed must still be compared with the digest.
 * @param certificates that may sign, as PEM
 * @throws SamlRejected signature
 */
export async function findSigner(
  { signedInfo, method, value }: SamlSignature,
  certificates: readonly string[],
): Promise<string> {
  const { ExclusiveCanonicalization } = await import('./saml-library.ts')
  const ancestorNamespaces = namespacesAround(signedInfo)
  let canonical: string
  try {
    canonical = new ExclusiveCanonicalization().process(signedInfo.cloneNode(true) as Element, { ancestorNamespaces })
  } catch {
    throw new SamlRejected('signature')
  }
  const { hash, padding } = methods[method]!
  const signer = certificates.find((key) => verify(hash, Buffer.from(canonical), { key, ...padding }, value))
  if (signer === undefined) throw new SamlRejected('signature')
  return signer
}

/** Returns the namespaces that the ancestors of an element declare, each prefix once. */
function namespacesAround(element: Element): { prefix: string; namespaceURI: string }[] {
  const found = new Map<string, string>()
  for (let parent = element.parentNode; parent?.nodeType === 1; parent = parent.parentNode) {
    for (const { prefix, localName, value } of Array.from((parent as Element).attributes)) {
      if (prefix === 'xmlns' && !found.has(localName)) found.set(localName, value)
    }
  }
  return Array.from(found, ([prefix, namespaceURI]) => ({ prefix, namespaceURI }))
}
