import { Router } from 'express'
import type { Writable } from 'openapi-typescript-helpers'
import type { components } from '../../../shared/contract/api-types.ts'
import { render } from '../../../shared/messages/render.ts'
import { readAssertionIn } from '../../domain/inventory/saml/read-assertion.ts'
import { SamlRejected } from '../../domain/inventory/saml/saml-rejected.ts'
import { getProvider } from '../../domain/inventory/single-sign-on/find-provider.ts'
import { type Claims, type Identity, readIdentity } from '../../domain/inventory/single-sign-on/read-identity.ts'
import { type LdapInput, readLdapInput } from '../../domain/inventory/single-sign-on/read-ldap-input.ts'
import { readSamlInput } from '../../domain/inventory/single-sign-on/read-saml-input.ts'
import { removeProvider } from '../../domain/inventory/single-sign-on/remove-provider.ts'
import type { ProviderInput } from '../../domain/inventory/single-sign-on/save-provider.ts'
import { saveProviderAndRoles } from '../../domain/inventory/scim/save-provider-and-roles.ts'
import { testProvider } from '../../domain/inventory/single-sign-on/test-provider.ts'
import { recordAudit } from '../../domain/kernel/audit/record-audit.ts'
import { DomainError, invalidField, invalidFields } from '../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { presentProvider, presentProviderTest } from '../present/identity-provider.ts'
import { scoped } from '../scoped.ts'

type Schemas = components['schemas']

export function identityProviderRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { settings, serviceKeys, outgoing, now } = dependencies
  const { settingsKey } = serviceKeys
  routes.get('/api/identity-provider', async (req: Req<'getIdentityProvider'>, res: Res<'getIdentityProvider'>) => {
    res.json(presentProvider(await scoped(dependencies, req, getProvider), settings.baseUrl))
  })
  routes.put('/api/identity-provider', async (req: Req<'saveIdentityProvider'>, res: Res<'saveIdentityProvider'>) => {
    const input = await readProviderInput(dependencies, req.body)
    const saved = await scoped(dependencies, req, (context) => saveProviderAndRoles(context, settingsKey, input))
    res.json(presentProvider(saved, settings.baseUrl))
  })
  routes.delete('/api/identity-provider', async (req: Req<'removeIdentityProvider'>, res) => {
    await scoped(dependencies, req, removeProvider)
    res.status(204).end()
  })
  routes.post(
    '/api/identity-provider/test',
    async (req: Req<'testIdentityProvider'>, res: Res<'testIdentityProvider'>) => {
      const { provider } = await scoped(dependencies, req, async (context) => {
        const found = await getProvider(context)
        await recordAudit(context, 'identity_provider.test', { kind: 'identity_provider', id: found.provider.id })
        return found
      })
      const test = await testProvider({ outgoing, settingsKey }, provider, now())
      res.json(presentProviderTest(test, provider.kind, localeOf(req)))
    },
  )
  routes.post('/api/identity-provider/dry-run', async (req: Req<'tryRoleMappings'>, res: Res<'tryRoleMappings'>) => {
    const { provider, domains } = await scoped(dependencies, req, async (context) => {
      const found = await getProvider(context)
      await recordAudit(context, 'identity_provider.try', { kind: 'identity_provider', id: found.provider.id })
      return found
    })
    const claims = await readGivenClaims(req.body)
    const { identity, refusal } = tryIdentity(() => readIdentity({ ...provider, domains }, claims))
    res.json({
      refusal: refusal && render({ code: refusal.code, params: refusal.params }, localeOf(req)),
      subject: identity?.subject ?? null,
      email: identity?.email ?? null,
      name: identity?.name ?? null,
      role: identity?.role ?? null,
    })
  })
  return routes
}

/** @throws DomainError validation_failed */
async function readProviderInput(
  { outgoing }: Dependencies,
  body: Writable<Schemas['IdentityProviderInput']>,
): Promise<ProviderInput> {
  const { kind = 'oidc', name, role_mappings: roleMappings, client_secret: clientSecret } = body
  const { email_claim: emailClaim = 'email', name_claim: nameClaim = 'name', email_domains: domains = [] } = body
  const { enabled: isEnabled = true, required: isRequired = false, session_minutes: sessionMinutes = null } = body
  const { verifies_second_factor: verifiesSecondFactor = false, second_factor_values: values = [] } = body
  const factorValues = values.length > 0 ? values : null
  const shared = {
    ...{ kind, name, roleMappings, emailClaim, nameClaim, domains },
    ...{ isEnabled, isRequired, verifiesSecondFactor, factorValues, sessionMinutes },
  }
  if (kind === 'saml') {
    const { metadata_xml: metadataXml, entry_point: entryPoint, certificates } = body.saml ?? {}
    const { issuer, saml } = await readSamlInput({ issuer: body.issuer, metadataXml, entryPoint, certificates })
    return { ...shared, issuer, clientId: '', clientSecret: null, scopes: [], settings: { saml } }
  }
  if (kind === 'ldap') {
    if (!body.ldap) throw invalidField('ldap', 'is_required')
    const ldap = await readLdapInput(fromLdapFields(body.ldap))
    const fault = outgoing.findFault?.(ldap.url)
    if (fault) throw invalidFields([{ path: 'ldap.url', error: fault }])
    const emailClaim = body.email_claim ?? 'mail'
    const nameClaim = body.name_claim ?? 'cn'
    return {
      ...shared,
      emailClaim,
      nameClaim,
      issuer: ldap.baseDn,
      clientId: '',
      clientSecret,
      scopes: [],
      settings: { ldap },
    }
  }
  const { issuer, client_id: clientId, scopes = ['profile', 'email', 'offline_access'] } = body
  if (issuer === undefined) throw invalidField('issuer', 'is_required')
  if (clientId === undefined) throw invalidField('client_id', 'is_required')
  const fault = outgoing.findFault?.(issuer)
  if (fault) throw invalidFields([{ path: 'issuer', error: fault }])
  return { ...shared, issuer, clientId, clientSecret, scopes, settings: {} }
}

function fromLdapFields(fields: Schemas['LdapInput']): LdapInput {
  return {
    ...{ url: fields.url, bindDn: fields.bind_dn, baseDn: fields.base_dn, userFilter: fields.user_filter },
    ...{
      subjectAttribute: fields.subject_attribute,
      groupBaseDn: fields.group_base_dn,
      groupFilter: fields.group_filter,
    },
    ...{ disabledFilter: fields.disabled_filter, caCertificates: fields.ca_certificates },
  }
}

/** @throws DomainError validation_failed unless the body has either claims or the XML of an assertion */
async function readGivenClaims({ claims, assertion }: Schemas['ClaimsInput']): Promise<Claims> {
  if (assertion === undefined) {
    if (claims === undefined) throw invalidField('claims', 'is_required')
    return claims
  }
  if (claims !== undefined) throw invalidField('claims', 'claims_with_assertion')
  try {
    return (await readAssertionIn(assertion)).claims
  } catch (error) {
    if (error instanceof SamlRejected) throw invalidField('assertion', 'saml_assertion_invalid')
    throw error
  }
}

function tryIdentity(read: () => Identity): { identity: Identity | null; refusal: DomainError | null } {
  try {
    return { identity: read(), refusal: null }
  } catch (error) {
    if (error instanceof DomainError) return { identity: null, refusal: error }
    throw error
  }
}
