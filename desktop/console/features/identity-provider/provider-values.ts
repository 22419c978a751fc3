import type { Writable } from 'openapi-typescript-helpers'
import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type Provider = Schemas['IdentityProvider']
export type ProviderKind = Schemas['ProviderKind']
export type RoleMapping = Schemas['RoleMapping']

/** Of a directory; optional ones are empty. */
export type LdapValues = Record<keyof Schemas['LdapSettings'], string>

/** The fields of the form. Lists are texts while they are edited. */
export interface ProviderValues {
  kind: ProviderKind
  name: string
  issuer: string
  client_id: string
  /** Empty: the stored one remains. */
  client_secret: string
  is_public: boolean
  scopes: string
  metadata_xml: string
  entry_point: string
  certificates: string
  session_minutes: number | ''
  ldap: LdapValues
  /** Empty: the default of the kind, as for the name. */
  email_claim: string
  name_claim: string
  email_domains: string
  role_mappings: RoleMapping[]
  enabled: boolean
  required: boolean
  verifies_second_factor: boolean
  second_factor_values: string
}

/** What each kind of provider has besides the fields of all. */
export const fieldsOfKind = {
  oidc: ['issuer', 'client_id', 'client_secret', 'is_public', 'scopes'],
  saml: ['metadata_xml', 'issuer', 'entry_point', 'certificates', 'session_minutes'],
  ldap: [
    ...([
      'ldap.url',
      'ldap.bind_dn',
      'client_secret',
      'ldap.base_dn',
      'ldap.user_filter',
      'ldap.subject_attribute',
    ] as const),
    ...(['ldap.group_base_dn', 'ldap.group_filter', 'ldap.disabled_filter', 'ldap.ca_certificates'] as const),
  ],
} as const satisfies Record<ProviderKind, readonly ValueKey[]>

export type ValueKey = keyof ProviderValues | `ldap.${keyof LdapValues}`

/** Where providers of a kind return users, below the address of the service; directories return none. */
export const returnPaths: Partial<Record<ProviderKind, string>> = {
  oidc: '/api/auth/sso/callback',
  saml: '/api/auth/sso/saml',
}

const defaultScopes = ['profile', 'email', 'offline_access']

/** Returns the values of a provider, or of a new one for null. Never its secret. */
export function valuesOf(provider: Provider | null): ProviderValues {
  return {
    kind: provider?.kind ?? 'oidc',
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    client_id: provider?.kind === 'oidc' ? provider.client_id : '',
    client_secret: '',
    is_public: provider?.kind === 'oidc' && !provider.has_secret,
    scopes: (provider?.kind === 'oidc' ? provider.scopes : defaultScopes).join(' '),
    metadata_xml: '',
    entry_point: provider?.saml?.entry_point ?? '',
    certificates: provider?.saml?.certificates.join('\n') ?? '',
    session_minutes: provider?.session_minutes ?? '',
    ldap: ldapValues(provider?.ldap ?? null),
    email_claim: provider?.email_claim ?? '',
    name_claim: provider?.name_claim ?? '',
    email_domains: provider?.email_domains.join(' ') ?? '',
    role_mappings: provider?.role_mappings.map((mapping) => ({ ...mapping })) ?? [],
    enabled: provider?.enabled ?? true,
    required: provider?.required ?? false,
    verifies_second_factor: provider?.verifies_second_factor ?? false,
    second_factor_values: provider?.second_factor_values.join(' ') ?? '',
  }
}

/** Returns the request. Fields of other kinds, and an unchanged secret, are absent. */
export function bodyOf(values: ProviderValues): Writable<Schemas['IdentityProviderInput']> {
  const { kind, role_mappings: mappings, enabled, required, verifies_second_factor } = values
  const [emailClaim, nameClaim] = [values.email_claim.trim(), values.name_claim.trim()]
  const shared = {
    ...{ kind, name: values.name.trim(), enabled, required, verifies_second_factor },
    ...(emailClaim && { email_claim: emailClaim }),
    ...(nameClaim && { name_claim: nameClaim }),
    email_domains: wordsIn(values.email_domains.toLowerCase()),
    second_factor_values: wordsIn(values.second_factor_values),
    role_mappings: mappings.map((mapping) => ({
      ...mapping,
      claim: mapping.claim.trim(),
      value: mapping.value.trim(),
    })),
  }
  if (kind === 'saml') {
    const [issuer, metadata, entryPoint] = [values.issuer, values.metadata_xml, values.entry_point].map((text) => text.trim()) // prettier-ignore
    const certificates = certificatesIn(values.certificates)
    const saml = {
      ...(metadata && { metadata_xml: metadata }),
      ...(entryPoint && !metadata && { entry_point: entryPoint }),
      ...(certificates.length > 0 && !metadata && { certificates }),
    }
    const minutes = values.session_minutes === '' ? null : values.session_minutes
    return { ...shared, ...(issuer && !metadata && { issuer }), saml, session_minutes: minutes }
  }
  if (kind === 'ldap') {
    return {
      ...shared,
      ldap: ldapBody(values.ldap),
      ...(values.client_secret && { client_secret: values.client_secret }),
    }
  }
  const secret = values.is_public ? null : values.client_secret || undefined
  return {
    ...shared,
    ...{ issuer: values.issuer.trim(), client_id: values.client_id.trim(), scopes: wordsIn(values.scopes) },
    ...(secret !== undefined && { client_secret: secret }),
  }
}

/** Returns the body of a dry run: XML is an assertion, other texts are claims as JSON. Null if it is neither. */
export function tryBody(text: string): Writable<Schemas['ClaimsInput']> | null {
  if (text.trim().startsWith('<')) return { assertion: text }
  try {
    const claims: unknown = JSON.parse(text)
    const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims)
    return isObject ? { claims: claims as Record<string, unknown> } : null
  } catch {
    return null
  }
}

function ldapValues(settings: Schemas['LdapSettings'] | null): LdapValues {
  return {
    url: settings?.url ?? 'ldaps://',
    bind_dn: settings?.bind_dn ?? '',
    base_dn: settings?.base_dn ?? '',
    user_filter: settings?.user_filter ?? '(mail={login})',
    subject_attribute: settings?.subject_attribute ?? 'entryUUID',
    group_base_dn: settings?.group_base_dn ?? '',
    group_filter: settings?.group_filter ?? '',
    disabled_filter: settings?.disabled_filter ?? '',
    ca_certificates: settings?.ca_certificates ?? '',
  }
}

function ldapBody(values: LdapValues): Schemas['LdapInput'] {
  const { url, bind_dn, base_dn, user_filter, subject_attribute, ...optional } = values
  const orNull = (text: string) => text.trim() || null
  return {
    ...{ url: url.trim(), bind_dn: bind_dn.trim(), base_dn: base_dn.trim() },
    ...{ user_filter: user_filter.trim(), subject_attribute: subject_attribute.trim() },
    group_base_dn: orNull(optional.group_base_dn),
    group_filter: orNull(optional.group_filter),
    disabled_filter: orNull(optional.disabled_filter),
    ca_certificates: orNull(optional.ca_certificates),
  }
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '') // prettier-ignore
}

/** Certificates as PEM, or as one line of base64 each. */
function certificatesIn(text: string): string[] {
  const pem = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)
  return pem ?? text.split('\n').flatMap((line) => (line.trim() ? [line.trim()] : []))
}
