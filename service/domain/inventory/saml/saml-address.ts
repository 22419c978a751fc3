/**
 * Returns the address of Coffer for the SAML provider of the platform, or of a tenant. It is the entity id, the address of
 * the metadata, and where the provider sends responses. Each provider has an address of its own, so that a response for
 * another is not accepted.
 */
export function samlAddress(baseUrl: string, tenantId: string | null): string {
  return `${baseUrl.replace(/\/$/, '')}/api/auth/sso/saml${tenantId === null ? '' : `/${tenantId}`}`
}

/** Returns the metadata of Coffer for a provider, as XML. */
export async function buildSamlMetadata(baseUrl: string, tenantId: string | null): Promise<string> {
  const { generateServiceProviderMetadata } = await import('./saml-library.ts')
  const address = samlAddress(baseUrl, tenantId)
  return generateServiceProviderMetadata({
    issuer: address,
    callbackUrl: address,
    wantAssertionsSigned: true,
    identifierFormat: null,
    generateUniqueId: () => '_coffer',
  })
}
