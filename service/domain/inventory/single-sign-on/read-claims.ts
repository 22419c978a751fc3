import type { Configuration, TokenEndpointResponseHelpers } from 'openid-client'
import type { Claims, IdentityRules } from './read-identity.ts'

/** What a provider returned at a login or a refresh. */
type Tokens = Pick<TokenEndpointResponseHelpers, 'claims'> & { access_token: string }

/**
 * Returns the claims of the ID token, and those of the provider's user information if the ID token lacks some that the
 * rules use.
 * @throws Error of openid-client, also for user information of another subject
 */
export async function readClaims(
  configuration: Configuration,
  rules: IdentityRules,
  tokens: Tokens,
  subject: string,
): Promise<Claims> {
  const client = await import('openid-client')
  const idToken: Claims = tokens.claims() ?? {}
  const asks = !isComplete(rules, idToken) && configuration.serverMetadata().userinfo_endpoint !== undefined
  const more = asks ? await client.fetchUserInfo(configuration, tokens.access_token, subject) : {}
  return { ...more, ...idToken }
}

/**
 * Returns the claims after a refresh. Null if there is no new ID token, which a provider may omit, and the user information
 * alone lacks claims that the rules use: the provider then says nothing about the role.
 * @throws Error for another subject, or of openid-client
 */
export async function readRefreshedClaims(
  configuration: Configuration,
  rules: IdentityRules,
  tokens: Tokens,
  subject: string,
): Promise<Claims | null> {
  const idToken = tokens.claims()
  if (idToken && idToken.sub !== subject) throw new Error('the new ID token is of another subject')
  const claims = await readClaims(configuration, rules, tokens, subject)
  return idToken || isComplete(rules, claims) ? claims : null
}

function isComplete({ emailClaim, roleMappings }: IdentityRules, claims: Claims): boolean {
  return [emailClaim, ...roleMappings.map(({ claim }) => claim)].every((claim) => claims[claim] !== undefined)
}
