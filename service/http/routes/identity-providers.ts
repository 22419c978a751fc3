import { Router } from 'express'
import { render } from '../../../shared/messages/render.ts'
import { getProvider } from '../../domain/inventory/single-sign-on/find-provider.ts'
import { type Identity, readIdentity } from '../../domain/inventory/single-sign-on/read-identity.ts'
import { removeProvider } from '../../domain/inventory/single-sign-on/remove-provider.ts'
import { saveProvider } from '../../domain/inventory/single-sign-on/save-provider.ts'
import { testProvider } from '../../domain/inventory/single-sign-on/test-provider.ts'
import { recordAudit } from '../../domain/kernel/audit/record-audit.ts'
import { DomainError, invalidFields } from '../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { presentProvider, presentProviderTest } from '../present/identity-provider.ts'
import { scoped } from '../scoped.ts'

export function identityProviderRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { settings, serviceKeys, outgoing, now } = dependencies
  const { settingsKey } = serviceKeys
  routes.get('/api/identity-provider', async (req: Req<'getIdentityProvider'>, res: Res<'getIdentityProvider'>) => {
    res.json(presentProvider(await scoped(dependencies, req, getProvider), settings.baseUrl))
  })
  routes.put('/api/identity-provider', async (req: Req<'saveIdentityProvider'>, res: Res<'saveIdentityProvider'>) => {
    const { name, issuer, client_id: clientId, client_secret: clientSecret, role_mappings: roleMappings } = req.body
    const { email_claim: emailClaim = 'email', name_claim: nameClaim = 'name', email_domains: domains = [] } = req.body
    const { scopes = ['profile', 'email', 'offline_access'], enabled: isEnabled = true } = req.body
    const { required: isRequired = false, verifies_second_factor: verifiesSecondFactor = false } = req.body
    const fault = outgoing.findFault?.(issuer)
    if (fault) throw invalidFields([{ path: 'issuer', error: fault }])
    const input = {
      ...{ name, issuer, clientId, clientSecret, roleMappings, emailClaim, nameClaim, domains },
      ...{ scopes, isEnabled, isRequired, verifiesSecondFactor },
    }
    const saved = await scoped(dependencies, req, (context) => saveProvider(context, settingsKey, input))
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
      res.json(presentProviderTest(await testProvider({ outgoing, settingsKey }, provider, now()), localeOf(req)))
    },
  )
  routes.post('/api/identity-provider/dry-run', async (req: Req<'tryRoleMappings'>, res: Res<'tryRoleMappings'>) => {
    const { provider, domains } = await scoped(dependencies, req, async (context) => {
      const found = await getProvider(context)
      await recordAudit(context, 'identity_provider.try', { kind: 'identity_provider', id: found.provider.id })
      return found
    })
    const { identity, refusal } = tryIdentity(() => readIdentity({ ...provider, domains }, req.body.claims))
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

function tryIdentity(read: () => Identity): { identity: Identity | null; refusal: DomainError | null } {
  try {
    return { identity: read(), refusal: null }
  } catch (error) {
    if (error instanceof DomainError) return { identity: null, refusal: error }
    throw error
  }
}
