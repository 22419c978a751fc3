import type { Role } from '../../../shared/permissions/permissions.ts'
import { Row } from './row.ts'

/** Users whose claim has this value get the role. */
export interface RoleMapping {
  claim: string
  value: string
  role: Role
  /** The stored role of a custom role. */
  role_id?: string
}

/** What users log in to. */
export type ProviderKind = 'oidc' | 'saml' | 'ldap'

/** How a SAML provider is reached and verified. */
export interface SamlSettings {
  /** Where browsers begin a login (HTTP-Redirect). */
  entryPoint: string
  /** That may sign its assertions, as PEM. */
  certificates: string[]
}

/** How a directory is reached and searched. The password of the service account is the provider's secret. */
export interface LdapSettings {
  /** `ldaps:`, or `ldap:` with StartTLS. */
  url: string
  /** PEM that replaces the usual authorities; null: the usual ones. */
  caCertificates: string | null
  /** Of the service account. */
  bindDn: string
  baseDn: string
  /** With `{login}` and `{user}`. */
  userFilter: string
  subjectAttribute: string
  groupBaseDn: string | null
  /** With `{dn}`; null: groups are not searched. */
  groupFilter: string | null
  /** Which disabled users match; null: none. */
  disabledFilter: string | null
}

/** Settings of the provider's kind. */
export interface ProviderSettings {
  saml?: SamlSettings
  ldap?: LdapSettings
}

/** The identity provider of a tenant, or of the platform. */
export class IdentityProvider extends Row {
  static override tableName = 'identity_providers'
  static override jsonAttributes = ['roleMappings', 'settings']

  declare id: string
  /** Null for the platform's. */
  declare tenantId: string | null
  declare kind: ProviderKind
  /** As login pages show it. */
  declare name: string
  /** Of OpenID Connect the address in `iss`, of SAML the entity id, of LDAP the base of the users. */
  declare issuer: string
  /** Of OpenID Connect only. */
  declare clientId: string
  /** Null for a public client. */
  declare sealedSecret: Buffer | null
  declare scopes: string[]
  declare emailClaim: string
  declare nameClaim: string
  /** The first that matches determines the role. */
  declare roleMappings: RoleMapping[]
  declare isEnabled: boolean
  /** Whether passwords are refused, except those of break-glass accounts. */
  declare isRequired: boolean
  /** Whether a login at the provider counts as one with a second factor. */
  declare verifiesSecondFactor: boolean
  /** Values of `amr`, `acr` or classes of SAML that state a second factor; null: the usual ones. */
  declare factorValues: string[] | null
  declare settings: ProviderSettings
  /** Length of sessions that the provider cannot confirm later; null: five minutes. */
  declare sessionMinutes: number | null
  /** Since when it did not answer; null if it does. */
  declare unreachableSince: Date | null
  /** When an event reported that; null if none did. */
  declare unreachableReportedAt: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
