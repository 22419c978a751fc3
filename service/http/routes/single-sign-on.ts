import type { Request, Response, Router } from 'express'
import type { components } from '../../../shared/contract/api-types.ts'
import { issueConfirmation } from '../../domain/inventory/login/identity-confirmation.ts'
import { buildSamlMetadata } from '../../domain/inventory/saml/saml-address.ts'
import { parseRelyingParty } from '../../domain/inventory/second-factors/passkeys.ts'
import { beginFlow } from '../../domain/inventory/single-sign-on/begin-flow.ts'
import { completeSsoConfirmation, completeSsoLogin } from '../../domain/inventory/single-sign-on/complete-flow.ts'
import { findProviderFor } from '../../domain/inventory/single-sign-on/find-provider.ts'
import { receiveCallback } from '../../domain/inventory/single-sign-on/receive-callback.ts'
import { receiveSamlResponse } from '../../domain/inventory/single-sign-on/receive-saml-response.ts'
import { receiveLogout } from '../../domain/inventory/single-sign-on/receive-logout.ts'
import { providerOfUser, readConfirmingUser } from '../../domain/inventory/single-sign-on/sso-user.ts'
import { DomainError } from '../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { User } from '../../store/models/user.ts'
import { inScope } from '../../store/scope.ts'
import { originOf } from '../authorise.ts'
import type { LoginAnswers } from '../login-answers.ts'
import type { Req, Res } from '../operation.ts'
import { callerOf, scoped } from '../scoped.ts'

type Schemas = components['schemas']

/** Adds logins and confirmations at identity providers. */
export function addSsoRoutes(routes: Router, dependencies: Dependencies, answers: LoginAnswers): void {
  const { knex, settings, serviceKeys, secrets, log, now } = dependencies
  const { settingsKey } = serviceKeys
  const flows = () => ({ knex, settingsKey, outgoing: dependencies.outgoing, log, baseUrl: settings.baseUrl })
  const sendOn = (res: Response, next: string | null) => {
    res.set('Referrer-Policy', 'no-referrer')
    res.redirect(303, next ?? `${settings.baseUrl.replace(/\/$/, '')}/?sso_error=sso_expired`)
  }
  const providerFor = (email: string | undefined) =>
    inScope(knex, { kind: 'platform' }, (trx) => findProviderFor(trx, email))

  routes.get('/api/auth/sso', async (_req, res: Res<'readLoginProvider'>) => {
    const provider = (await providerFor(undefined))?.provider
    res.json({ name: provider && provider.kind !== 'ldap' ? provider.name : null })
  })
  routes.post('/api/auth/sso', async (req: Req<'beginSsoLogin'>, res: Res<'beginSsoLogin'>) => {
    const { email, challenge, return_to: returnTo } = req.body
    const found = await providerFor(email)
    if (!found) throw new DomainError('sso_unavailable')
    const wanted = { challenge, returnTo, now: now(), loginHint: email, sessionId: null }
    const { url, expiresAt } = await beginFlow(flows(), found.provider, wanted)
    res.json({ url, expires_at: expiresAt.toISOString() })
  })
  routes.get(['/api/auth/sso/callback', '/api/auth/sso/callback/:customer_id'], async (req, res) => {
    const query = new URLSearchParams(req.originalUrl.split('?')[1] ?? '')
    const next = await receiveCallback(flows(), customerOf(req), query, now())
    sendOn(res, next)
  })
  routes.get(['/api/auth/sso/saml', '/api/auth/sso/saml/:customer_id'], async (req, res) => {
    res.type('application/samlmetadata+xml')
    res.send(await buildSamlMetadata(settings.baseUrl, customerOf(req)))
  })
  routes.post(['/api/auth/sso/saml', '/api/auth/sso/saml/:customer_id'], async (req, res) => {
    const { SAMLResponse: response, RelayState: relayState } = req.body as Schemas['SamlResponseForm']
    sendOn(res, await receiveSamlResponse(flows(), customerOf(req), { response, relayState }, now()))
  })
  routes.post(['/api/auth/sso/logout', '/api/auth/sso/logout/:customer_id'], async (req, res) => {
    const { logout_token: token } = req.body as Schemas['LogoutForm']
    res.set('Cache-Control', 'no-store')
    await receiveLogout(flows(), { tenantId: customerOf(req), token, origin: originOf(req), now: now() })
    res.status(204).end()
  })
  routes.post('/api/auth/sso/complete', async (req: Req<'completeSsoLogin'>, res: Res<'completeSsoLogin'>) => {
    const relyingParty = parseRelyingParty(settings.baseUrl)
    const request = { ...answers.requestOf(req), ...req.body, settingsKey, relyingParty }
    const result = await completeSsoLogin({ knex, ...answers }, request)
    if (result.kind === 'session') answers.sendSession(res, result)
    else answers.sendChallenge(res, result)
  })
  routes.post(
    '/api/auth/sso/confirmation',
    async (req: Req<'beginSsoConfirmation'>, res: Res<'beginSsoConfirmation'>) => {
      const { challenge, return_to: returnTo } = req.body
      const { user, sessionId } = await scoped(dependencies, req, readConfirmingUser)
      const provider = await providerOfUser(knex, user)
      const wanted = { challenge, returnTo, now: now(), loginHint: user.email, sessionId }
      const { url, expiresAt } = await beginFlow(flows(), provider, wanted)
      res.json({ url, expires_at: expiresAt.toISOString() })
    },
  )
  routes.post(
    '/api/auth/sso/confirmation/complete',
    async (req: Req<'completeSsoConfirmation'>, res: Res<'completeSsoConfirmation'>) => {
      const { id, sessionId = '' } = callerOf(req).actor
      const user = await scoped(dependencies, req, ({ trx }) => User.query(trx).findById(id ?? ''))
      if (!user) throw new DomainError('sso_unavailable')
      const token = await completeSsoConfirmation(knex, settingsKey, user, { ...req.body, sessionId, now: now() })
      const { confirmation, expiresAt } = await scoped(dependencies, req, (context) =>
        issueConfirmation(context, { refreshToken: token }),
      )
      secrets?.addRecent(confirmation)
      res.json({ confirmation, expires_at: expiresAt.toISOString() })
    },
  )
}

/** Returns the customer of an address; null for that of the platform's provider. */
function customerOf({ params }: Request): string | null {
  return String(params['customer_id'] ?? '') || null // prettier-ignore
}
