import type { Role } from '../../../../shared/permissions/permissions.ts'
import type { IdentityProvider, RoleMapping } from '../../../store/models/identity-provider.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/** A user as the provider describes them. */
export interface Identity {
  subject: string
  email: string
  name: string
  role: Role
  /** The stored role of a custom role. */
  roleId?: string
}

/** The rules of a provider. */
export type IdentityRules = Pick<IdentityProvider, 'emailClaim' | 'nameClaim' | 'roleMappings'> & {
  /** Domains of the e-mail addresses that it may assert; empty: any. */
  domains: readonly string[]
}

/** Claims of an ID token or of the provider's user information. */
export type Claims = Readonly<Record<string, unknown>>

const email = /^[^\s@\0]{1,64}@([^\s@\0]{1,255})$/
const maxName = 200

/**
 * Returns the user and role of these claims. The first mapping that matches determines the role.
 * @throws DomainError sso_claim_missing, sso_email_not_verified, sso_email_not_allowed, sso_no_role
 */
export function readIdentity(rules: IdentityRules, claims: Claims): Identity {
  const subject = textIn(claims, 'sub')
  if (!subject) throw new DomainError('sso_claim_missing', { claim: 'sub' })
  const address = textIn(claims, rules.emailClaim)
  const match = address ? email.exec(address) : null
  if (!address || !match) throw new DomainError('sso_claim_missing', { claim: rules.emailClaim })
  if (![undefined, true, 'true'].includes(claims['email_verified'] as boolean | undefined))
    throw new DomainError('sso_email_not_verified', { email: address })
  const domain = match[1]!.toLowerCase()
  if (rules.domains.length > 0 && !rules.domains.includes(domain)) {
    throw new DomainError('sso_email_not_allowed', { email: address })
  }
  const mapping = findMapping(rules.roleMappings, claims)
  if (!mapping) throw new DomainError('sso_no_role', { email: address })
  const { role, role_id: roleId } = mapping
  const name = (textIn(claims, rules.nameClaim) ?? address).slice(0, maxName)
  return { subject, email: address, name, role, ...(roleId && { roleId }) }
}

/** Returns the first mapping that matches. */
export function findMapping(mappings: readonly RoleMapping[], claims: Claims): RoleMapping | undefined {
  return mappings.find(({ claim, value }) => valuesOf(claims[claim]).includes(value))
}

/** Claims have a value or a list of values; texts are compared exactly. */
function valuesOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim]
  return values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).map(String)
}

function textIn(claims: Claims, name: string): string | null {
  const value = claims[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
