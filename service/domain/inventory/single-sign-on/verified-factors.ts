import type { IdentityProvider } from '../../../store/models/identity-provider.ts'

/** How a user logged in at a provider, as it states: `amr` and `acr`, or the classes of SAML. Empty: it states nothing. */
export type AuthenticationFacts = readonly string[]

/** Methods of RFC 8176 by kind of factor: knowledge, possession, inherence. */
const kindsOfMethods: Record<string, 'knows' | 'has' | 'is'> = {
  ...{ pwd: 'knows', pin: 'knows', kba: 'knows' },
  ...{ otp: 'has', sms: 'has', tel: 'has', hwk: 'has', swk: 'has', sc: 'has', pop: 'has' },
  ...{ face: 'is', fpt: 'is', iris: 'is', retina: 'is', vbm: 'is' },
}

/** Values that state several factors by themselves. */
const severalFactors = new Set([
  'mfa',
  'phr', // OpenID Connect EAP ACR values 1.0
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
])

/** Values of `acr` and classes of SAML that state one factor. */
const singleFactor = new Set([
  '0', // OpenID Connect Core 1.0, section 2
  'https://refeds.org/profile/sfa',
  ...[
    'Password',
    'PasswordProtectedTransport',
    'PreviousSession',
    'InternetProtocol',
    'Kerberos',
    'TLSClient',
    'X509',
  ].map((name) => `urn:oasis:names:tc:SAML:2.0:ac:classes:${name}`),
])

/** The attribute in which Entra ID and AD FS state the methods of a login with SAML. */
const methodsAttribute = 'http://schemas.microsoft.com/claims/authnmethodsreferences'

/** Returns what an ID token, or the attributes of an assertion, states of the login. */
export function readAuthenticationFacts(claims: Readonly<Record<string, unknown>>): AuthenticationFacts {
  const stated = [claims['amr'], claims['acr'], claims[methodsAttribute]].flat()
  return stated.filter((value) => typeof value === 'string')
}

/**
 * Whether a login at a provider counts as one with a second factor. If the provider states how the user logged in, that
 * decides: one of the accepted values, or without them methods of two kinds. A provider that states nothing is trusted,
 * unless accepted values are set.
 */
export function isFactorVerified(
  { verifiesSecondFactor, factorValues }: Pick<IdentityProvider, 'verifiesSecondFactor' | 'factorValues'>,
  facts: AuthenticationFacts,
): boolean {
  if (!verifiesSecondFactor) return false
  if (factorValues) return facts.some((fact) => factorValues.includes(fact))
  return !isSingleFactor(facts)
}

/** Whether what a provider states shows one factor only. */
export function isSingleFactor(facts: AuthenticationFacts): boolean {
  if (facts.some((fact) => severalFactors.has(fact))) return false
  const kinds = new Set(facts.flatMap((fact) => kindsOfMethods[fact] ?? []))
  return kinds.size === 1 || (kinds.size === 0 && facts.some((fact) => singleFactor.has(fact)))
}
