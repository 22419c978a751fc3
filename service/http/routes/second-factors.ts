import { Router } from 'express'
import { addPasskey } from '../../domain/inventory/second-factors/add-passkey.ts'
import { confirmTotp, issueTotp } from '../../domain/inventory/second-factors/add-totp.ts'
import { readOwner } from '../../domain/inventory/second-factors/complete-factor.ts'
import { listOwnFactors } from '../../domain/inventory/second-factors/list-factors.ts'
import {
  type RelyingParty,
  createPasskeyOptions,
  parseRelyingParty,
  requestPasskeyOptions,
  verifyNewPasskey,
} from '../../domain/inventory/second-factors/passkeys.ts'
import { confirmedFactors } from '../../domain/inventory/second-factors/prove-factor.ts'
import { removeFactor } from '../../domain/inventory/second-factors/remove-factor.ts'
import { renewRecoveryCodes } from '../../domain/inventory/second-factors/renew-recovery-codes.ts'
import { requireRecentLogin } from '../../domain/inventory/second-factors/require-recent-login.ts'
import { isFactorRequired } from '../../domain/inventory/second-factors/required-factor.ts'
import { storePasskeyChallenge, takePasskeyChallenge } from '../../domain/inventory/second-factors/session-challenge.ts'
import { attemptInSession } from '../../domain/inventory/login/attempt-in-session.ts'
import { resetSecondFactors } from '../../domain/inventory/users/reset-second-factors.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { DomainError, invalidField } from '../../domain/kernel/domain-error.ts'
import { requireUserId } from '../../domain/kernel/require-user.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { originOf } from '../authorise.ts'
import type { Req, Res } from '../operation.ts'
import { presentFactor } from '../present/second-factor.ts'
import { callerOf, scoped } from '../scoped.ts'

export function secondFactorRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { settings, serviceKeys, secrets } = dependencies
  const { settingsKey } = serviceKeys
  const party = () => parseRelyingParty(settings.baseUrl)
  const isRequired = (context: Pick<ActionContext, 'actor'>) =>
    inScope(dependencies.knex, { kind: 'platform' }, (trx) => isFactorRequired(trx, requireUserId(context)))

  routes.get('/api/auth/second-factors', async (req, res: Res<'listSecondFactors'>) => {
    const { factors, recoveryCodesLeft } = await scoped(dependencies, req, listOwnFactors)
    res.json({
      factors: factors.map(presentFactor),
      recovery_codes_left: recoveryCodesLeft,
      required: await isRequired(callerOf(req)),
      passkeys_available: party() !== null,
    })
  })
  routes.post('/api/auth/second-factors/totp', async (req: Req<'issueTotp'>, res: Res<'issueTotp'>) => {
    const issued = await scoped(dependencies, req, async (context) => {
      await requireRecentLogin(context)
      return issueTotp(context, settingsKey)
    })
    secrets?.addRecent(issued.secret)
    res.json(issued)
  })
  routes.post('/api/auth/second-factors/totp/confirm', async (req: Req<'confirmTotp'>, res: Res<'confirmTotp'>) => {
    const caller = { actor: callerOf(req).actor, origin: originOf(req), now: dependencies.now() }
    const codes = await attemptInSession(dependencies.knex, caller, 'second_factor.add', () =>
      scoped(dependencies, req, (context) => confirmTotp(context, settingsKey, req.body.code)),
    )
    if (codes === null) throw invalidField('code', 'code_wrong')
    res.json({ recovery_codes: codes })
  })
  routes.post(
    '/api/auth/second-factors/passkeys/options',
    async (req: Req<'createPasskeyOptions'>, res: Res<'createPasskeyOptions'>) => {
      const relyingParty = requireParty(party())
      const { user, passkeys } = await scoped(dependencies, req, async (context) => {
        await requireRecentLogin(context)
        return { user: await readOwner(context), passkeys: await listPasskeys(context) }
      })
      const options = await createPasskeyOptions(relyingParty, user, passkeys)
      await scoped(dependencies, req, (context) =>
        storePasskeyChallenge(context, options.challenge, 'second_factor.issue_passkey'),
      )
      res.json({ ...options })
    },
  )
  routes.post('/api/auth/second-factors/passkeys', async (req: Req<'addPasskey'>, res: Res<'addPasskey'>) => {
    const relyingParty = requireParty(party())
    const { name, response } = req.body
    const challenge = await scoped(dependencies, req, takePasskeyChallenge)
    const passkey = challenge === null ? null : await verifyNewPasskey(relyingParty, challenge, response)
    if (!passkey) throw invalidField('response', 'passkey_not_valid')
    const added = await scoped(dependencies, req, (context) => addPasskey(context, settingsKey, name, passkey))
    res.status(201).json({ passkey: presentFactor(added.passkey), recovery_codes: added.recoveryCodes })
  })
  routes.post(
    '/api/auth/second-factors/recovery-codes',
    async (req: Req<'renewRecoveryCodes'>, res: Res<'renewRecoveryCodes'>) => {
      const codes = await scoped(dependencies, req, (context) => renewRecoveryCodes(context, settingsKey))
      res.json({ recovery_codes: codes })
    },
  )
  routes.delete('/api/auth/second-factors/:factor_id', async (req: Req<'removeSecondFactor'>, res) => {
    const required = await isRequired(callerOf(req))
    await scoped(dependencies, req, (context) => removeFactor(context, req.params.factor_id, { isRequired: required }))
    res.status(204).end()
  })
  routes.post(
    '/api/auth/confirm/passkey',
    async (req: Req<'requestPasskeyOptions'>, res: Res<'requestPasskeyOptions'>) => {
      const relyingParty = requireParty(party())
      const passkeys = await scoped(dependencies, req, listPasskeys)
      if (passkeys.length === 0) throw new DomainError('second_factor_not_issued')
      const options = await requestPasskeyOptions(relyingParty, passkeys)
      await scoped(dependencies, req, (context) =>
        storePasskeyChallenge(context, options.challenge, 'second_factor.request_passkey'),
      )
      res.json({ ...options })
    },
  )
  routes.delete('/api/users/:user_id/second-factors', async (req: Req<'resetSecondFactors'>, res) => {
    await scoped(dependencies, req, (context) => resetSecondFactors(context, req.params.user_id))
    res.status(204).end()
  })
  return routes
}

function listPasskeys(context: ActionContext) {
  return confirmedFactors(context.trx, requireUserId(context)).where({ kind: 'passkey' }).orderBy('createdAt')
}

function requireParty(party: RelyingParty | null): RelyingParty {
  if (!party) throw new DomainError('passkeys_unavailable')
  return party
}
