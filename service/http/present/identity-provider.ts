import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import { samlAddress } from '../../domain/inventory/saml/saml-address.ts'
import { callbackUrl } from '../../domain/inventory/single-sign-on/begin-flow.ts'
import type { ProviderWithDomains } from '../../domain/inventory/single-sign-on/find-provider.ts'
import type { ProviderTest } from '../../domain/inventory/single-sign-on/test-provider.ts'
import type { LdapSettings, ProviderKind } from '../../store/models/identity-provider.ts'
import { message } from '../../../shared/messages/message.ts'

type Schemas = components['schemas']

export function presentProvider(
  { provider, domains }: ProviderWithDomains,
  baseUrl: string,
): Schemas['IdentityProvider'] {
  const { saml, ldap } = provider.settings
  return {
    id: provider.id,
    kind: provider.kind,
    tenant_id: provider.tenantId,
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.kind === 'saml' ? samlAddress(baseUrl, provider.tenantId) : provider.clientId,
    has_secret: provider.sealedSecret !== null,
    scopes: provider.scopes,
    email_claim: provider.emailClaim,
    name_claim: provider.nameClaim,
    email_domains: domains,
    role_mappings: provider.roleMappings,
    enabled: provider.isEnabled,
    required: provider.isRequired,
    verifies_second_factor: provider.verifiesSecondFactor,
    second_factor_values: provider.factorValues ?? [],
    session_minutes: provider.sessionMinutes,
    saml: saml ? { entry_point: saml.entryPoint, certificates: saml.certificates } : null,
    ldap: ldap ? presentLdap(ldap) : null,
    callback_url: (provider.kind === 'saml' ? samlAddress : callbackUrl)(baseUrl, provider.tenantId),
    unreachable_since: provider.unreachableSince?.toISOString() ?? null,
    created_at: provider.createdAt.toISOString(),
    updated_at: provider.updatedAt.toISOString(),
  }
}

const faultCodes = {
  invalid: 'sso_answer_invalid',
  unreachable: 'sso_provider_unreachable',
  certificates: 'sso_certificates_expired',
  bind_refused: 'ldap_bind_refused',
} as const

function presentLdap(ldap: LdapSettings): Schemas['LdapSettings'] {
  return {
    url: ldap.url,
    ca_certificates: ldap.caCertificates,
    bind_dn: ldap.bindDn,
    base_dn: ldap.baseDn,
    user_filter: ldap.userFilter,
    subject_attribute: ldap.subjectAttribute,
    group_base_dn: ldap.groupBaseDn,
    group_filter: ldap.groupFilter,
    disabled_filter: ldap.disabledFilter,
  }
}

export function presentProviderTest(
  test: ProviderTest,
  kind: ProviderKind,
  locale: Locale,
): Schemas['IdentityProviderTest'] {
  const { error } = test
  const invalid = message(faultCodes[error?.kind ?? 'invalid'])
  const reason = error?.kind === 'unreachable' ? error.reason : error && invalid
  return {
    kind,
    error: reason && render(reason, locale),
    keys: test.keys,
    certificates_expire_at: test.certificatesEndAt?.toISOString() ?? null,
    refresh_tokens: test.offersRefreshTokens,
    pkce: test.offersPkce,
    back_channel_logout: test.offersBackChannelLogout,
  }
}
