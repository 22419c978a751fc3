import { childrenNamed, elementsNamed, namespaces, parseSamlXml } from './parse-saml-xml.ts'
import { SamlRejected } from './saml-rejected.ts'

/** What the metadata of a provider states. */
export interface ProviderMetadata {
  /** Its entity id. */
  issuer: string
  entryPoint: string
  /** Base64, as in the document. */
  certificates: string[]
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'

/**
 * Reads the metadata of one provider. Signatures of metadata are not verified: an administrator vouches for the document.
 * Null if it is not the metadata of exactly one provider with the binding HTTP-Redirect and signing certificates.
 */
export async function readProviderMetadata(xml: string): Promise<ProviderMetadata | null> {
  try {
    const document = await parseSamlXml(xml)
    const descriptors = elementsNamed(document, namespaces.metadata, 'IDPSSODescriptor').filter((descriptor) =>
      (descriptor.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocol),
    )
    const [descriptor] = descriptors
    if (!descriptor || descriptors.length > 1) return null
    const issuer = (descriptor.parentNode as Element).getAttribute('entityID')
    const entryPoint = childrenNamed(descriptor, namespaces.metadata, 'SingleSignOnService')
      .find((service) => service.getAttribute('Binding') === redirect)
      ?.getAttribute('Location')
    const certificates = signingCertificates(descriptor)
    return issuer && entryPoint && certificates.length > 0 ? { issuer, entryPoint, certificates } : null
  } catch (error) {
    if (error instanceof SamlRejected) return null
    throw error
  }
}

function signingCertificates(descriptor: Element): string[] {
  const keys = childrenNamed(descriptor, namespaces.metadata, 'KeyDescriptor')
  const signing = keys.filter((key) => ['', 'signing'].includes(key.getAttribute('use') ?? ''))
  const texts = signing.flatMap((key) =>
    Array.from(key.getElementsByTagNameNS(namespaces.signature, 'X509Certificate'), ({ textContent }) => textContent),
  )
  return [...new Set(texts.map((text) => text.replace(/\s+/g, '')))]
}
