import { X509Certificate, randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { message } from '../../../../shared/messages/message.ts'
import { isPlatformRole } from '../../../../shared/permissions/permissions.ts'
import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { ApiToken } from '../../../store/models/api-token.ts'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { recordRevocations, tokenRevocation, userRevocation } from '../revocations/record-revocations.ts'
import { requireBreakGlassUser } from '../users/require-break-glass-user.ts'
import { isServiceDomain } from '../users/service-domain.ts'
import { limitSessionsWithoutFactor } from '../second-factors/required-factor.ts'
import { chooseRole } from '../roles/choose-role.ts'
import { isIssuer } from './connect-provider.ts'
import { type ProviderWithDomains, findProvider, getProvider } from './find-provider.ts'
import { sealSso } from './seal-sso.ts'

/** A provider as an administrator enters it. */
export interface ProviderInput extends Pick<
  IdentityProvider,
  | 'kind'
  | 'name'
  | 'issuer'
  | 'clientId'
  | 'scopes'
  | 'emailClaim'
  | 'nameClaim'
  | 'roleMappings'
  | 'isEnabled'
  | 'isRequired'
  | 'verifiesSecondFactor'
  | 'factorValues'
  | 'settings'
  | 'sessionMinutes'
> {
  /** Absent: unchanged; null: a public client. */
  clientSecret?: string | null | undefined
  domains: string[]
}

/**
 * Adds or replaces the provider of the context's tenant, or of the platform. Another kind, issuer or client, or
 * disabling it, ends the sessions that it opened, and so do other rules of a SAML provider. All but disabling also unlinks its accounts and deletes their API tokens.
 * @throws DomainError confirmation_required, validation_failed, email_domain_taken, break_glass_user_missing if
 *   passwords would be refused and no administrator could log in without the provider
 */
export async function saveProvider(
  context: ActionContext,
  settingsKey: Buffer,
  input: ProviderInput,
): Promise<ProviderWithDomains> {
  const { trx, now, tenantId } = context
  requireConfirmation(context)
  await requireApproval(context, 'security_settings')
  const errors = [...checkIssuer(input), ...(await checkMappings(context, input)), ...checkDomains(context, input)]
  if (errors.length > 0) throw invalidFields(errors)
  const { provider: known, domains: domainsBefore = [] } = (await findProvider(trx, tenantId)) ?? {}
  requireSecret(known, input)
  const id = known?.id ?? randomUUIDv7()
  const { clientSecret, domains, ...fields } = input
  const sealedSecret =
    clientSecret === undefined
      ? (known?.sealedSecret ?? null)
      : clientSecret && sealSso(settingsKey, { field: 'client_secret', id }, clientSecret)
  const row = {
    ...fields,
    sealedSecret: sealedSecret || null,
    unreachableSince: null,
    unreachableReportedAt: null,
    updatedAt: now,
  }
  if (known) await IdentityProvider.query(trx).findById(id).patch(row)
  else await IdentityProvider.query(trx).insert({ ...row, id, tenantId, createdAt: now })
  if (tenantId === null) await requireBreakGlassUser(trx)
  await replaceDomains(context, id, domains)
  await trx('sso_flows').where({ provider_id: id }).delete() // their outcome followed the former rules
  if (known && known.verifiesSecondFactor !== input.verifiesSecondFactor) {
    await limitSessionsWithoutFactor(trx, tenantId === null ? {} : { tenantId })
  }
  const changed = known ? fieldsChanged(known, domainsBefore, input) : []
  const isUnchecked = input.kind === 'saml' && changed.some((field) => rulesOfSessions.includes(field))
  if (known && (isOther(known, input) || !input.isEnabled || isUnchecked)) await endProviderSessions(context, id)
  if (known && isOther(known, input)) await unlinkAccounts(context, id)
  await recordAudit(context, 'identity_provider.save', {
    kind: 'identity_provider',
    id,
    detail: {
      kind: input.kind,
      issuer: input.issuer,
      client_id: input.clientId,
      domains,
      mappings: input.roleMappings.length,
      enabled: input.isEnabled,
      required: input.isRequired,
      verifies_second_factor: input.verifiesSecondFactor,
      second_factor_values: input.factorValues,
      session_minutes: input.sessionMinutes,
      ...(input.settings.saml && {
        entry_point: input.settings.saml.entryPoint,
        certificates: input.settings.saml.certificates.map(fingerprintOf),
      }),
      ...(input.settings.ldap && { url: input.settings.ldap.url }),
      ...(known && { changed }),
    },
  })
  return getProvider(context)
}

/** What decides on sessions of a SAML provider, which cannot be asked again. */
const rulesOfSessions = ['settings', 'roleMappings', 'domains', 'sessionMinutes']

function fieldsChanged(known: IdentityProvider, domainsBefore: string[], input: ProviderInput): string[] {
  const { clientSecret, domains, ...fields } = input
  const names = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (name) => !isDeepStrictEqual(known[name], fields[name]),
  )
  const areOther = !isDeepStrictEqual([...domains].sort(), [...domainsBefore].sort())
  return [...names, ...(areOther ? ['domains'] : []), ...(clientSecret === undefined ? [] : ['clientSecret'])]
}

/** SHA-256 of a certificate in PEM, as tools print it. */
function fingerprintOf(certificate: string): string {
  return new X509Certificate(certificate).fingerprint256
}

/** Ends the open sessions that a provider opened. */
export async function endProviderSessions({ trx, now }: ActionContext, identityProviderId: string): Promise<void> {
  await Session.query(trx).where({ identityProviderId }).whereNull('revokedAt').patch({ revokedAt: now })
  await trx('login_challenges').where({ identity_provider_id: identityProviderId }).delete()
}

/**
 * Subjects are of one issuer, and may be of one client: another's could be equal and name other people. Accounts that the
 * former provider manages over SCIM are not linked by their address either, until the other provider adds them.
 */
async function unlinkAccounts(context: ActionContext, id: string): Promise<void> {
  const { trx, now } = context
  const users = await User.query(trx)
    .where({ identityProviderId: id })
    .patch({ providerSubject: null, updatedAt: now })
    .returning('*')
  const ids = users.map((user) => user.id)
  const tokens = await ApiToken.query(trx).whereIn('userId', ids).delete().returning('*')
  await recordRevocations(context, [...tokens.map(tokenRevocation), ...users.map(userRevocation)])
  await trx('scim_users').where({ provider_id: id }).whereNull('deleted_at').update({ deleted_at: now })
  await trx('scim_groups').where({ provider_id: id }).delete()
}

/** The password of a service account is entered again for another directory: it must not be sent to it unintentionally. */
function requireSecret(known: IdentityProvider | undefined, { kind, settings, clientSecret }: ProviderInput): void {
  if (kind !== 'ldap' || typeof clientSecret === 'string') return
  const isSame = known?.sealedSecret && known.kind === 'ldap' && known.settings.ldap?.url === settings.ldap?.url
  if (clientSecret === null || !isSame) throw invalidField('client_secret', 'is_required')
}

/** Whether subjects of the stored provider may be other people at this one. */
function isOther(known: IdentityProvider, { kind, issuer, clientId }: ProviderInput): boolean {
  return known.kind !== kind || known.issuer !== issuer || known.clientId !== clientId
}

function checkIssuer({ kind, issuer }: ProviderInput): FieldError[] {
  return kind !== 'oidc' || isIssuer(issuer) ? [] : [{ path: 'issuer', error: message('issuer_invalid') }]
}

/** Rejects roles of the other side, unknown ones, and roles that the caller could not grant directly. */
async function checkMappings(context: ActionContext, { roleMappings }: ProviderInput): Promise<FieldError[]> {
  const { tenantId } = context
  const errors: FieldError[] = []
  for (const [at, { role, role_id: roleId }] of roleMappings.entries()) {
    const path = `role_mappings.${at}`
    if (isPlatformRole(role) !== (tenantId === null)) {
      const error = message(tenantId === null ? 'role_not_of_platform' : 'role_not_of_tenant')
      errors.push({ path: `${path}.role`, error })
      continue
    }
    try {
      await chooseRole(context, { role, roleId }, tenantId)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      errors.push(...error.fieldErrors.map((field) => ({ ...field, path: `${path}.${field.path}` })))
    }
  }
  return errors
}

/** A customer's provider may only assert addresses of its own domains. */
function checkDomains({ tenantId }: ActionContext, { domains }: ProviderInput): FieldError[] {
  const reserved = domains.findIndex(isServiceDomain)
  if (reserved !== -1) return [{ path: `email_domains.${reserved}`, error: message('domain_of_service_accounts') }]
  return tenantId !== null && domains.length === 0
    ? [{ path: 'email_domains', error: message('email_domain_required') }]
    : []
}

async function replaceDomains({ trx, tenantId }: ActionContext, id: string, domains: string[]): Promise<void> {
  await trx('identity_provider_domains').where({ provider_id: id }).delete()
  if (domains.length === 0) return
  const rows = [...new Set(domains)].map((domain) => ({ domain, provider_id: id, tenant_id: tenantId }))
  await rejectDuplicate(
    Promise.resolve(trx('identity_provider_domains').insert(rows)),
    () => new DomainError('email_domain_taken'),
  )
}
