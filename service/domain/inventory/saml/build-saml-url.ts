import type { SamlSettings } from '../../../store/models/identity-provider.ts'

/** What a request to the provider states. */
export interface SamlRequest {
  /** Address of Coffer for this provider. */
  address: string
  /** Returned with the response. */
  state: string
  /** Random; the id of the request contains it. */
  nonce: string
  /** Whether the provider must ask for the login again. */
  isForced: boolean
}

/** Returns the address at the provider, with a request that is not signed. */
export async function buildSamlUrl(
  { entryPoint, certificates }: SamlSettings,
  { address, state, nonce, isForced }: SamlRequest,
): Promise<string> {
  const { SAML } = await import('./saml-library.ts')
  const saml = new SAML({
    callbackUrl: address,
    issuer: address,
    entryPoint,
    idpCert: certificates,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: isForced,
    generateUniqueId: () => buildRequestId(nonce),
  })
  return saml.getAuthorizeUrlAsync(state, undefined, {})
}

/** Returns the id of a request. An id does not begin with a digit. */
export function buildRequestId(nonce: string): string {
  return `_${nonce}`
}
