import { Router } from 'express'
import type { Role } from '../../../shared/permissions/permissions.ts'
import {
  changePassword,
  verifyAndHashPassword,
  readOwnPasswordHash,
  readOwnUser,
  requirePasswordHash,
} from '../../domain/inventory/users/change-password.ts'
import { issueConfirmation, proveIdentity } from '../../domain/inventory/login/identity-confirmation.ts'
import { completeLogin } from '../../domain/inventory/login/complete-login.ts'
import { logIn } from '../../domain/inventory/login/log-in.ts'
import { logOut } from '../../domain/inventory/login/log-out.ts'
import { isPassword } from '../../domain/inventory/login/password-hash.ts'
import { listFactorKinds } from '../../domain/inventory/second-factors/list-factors.ts'
import { parseRelyingParty } from '../../domain/inventory/second-factors/passkeys.ts'
import type { FactorDependencies, PresentedFactor } from '../../domain/inventory/second-factors/prove-factor.ts'
import { takePasskeyChallenge } from '../../domain/inventory/second-factors/session-challenge.ts'
import { findDirectoryAccount, isDirectoryPassword } from '../../domain/inventory/single-sign-on/directory-account.ts'
import { findDirectoryFor, logInWithDirectory } from '../../domain/inventory/single-sign-on/directory-login.ts'
import { readSsoUser } from '../../domain/inventory/single-sign-on/sso-user.ts'
import { endOwnSession, listOwnSessions } from '../../domain/inventory/users/sessions.ts'
import { DomainError, invalidField } from '../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { originOf } from '../authorise.ts'
import { type LoginAnswers, createLoginAnswers } from '../login-answers.ts'
import type { Req, Res } from '../operation.ts'
import { presentSession } from '../present/session.ts'
import { callerOf, scoped } from '../scoped.ts'
import { addLoginCodeRoutes } from './login-codes.ts'
import { addSsoRoutes } from './single-sign-on.ts'

export function authRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { serviceKeys, settings } = dependencies
  const factors = (): FactorDependencies => ({
    knex: dependencies.knex,
    settingsKey: serviceKeys.settingsKey,
    relyingParty: parseRelyingParty(settings.baseUrl),
  })
  const answers = createLoginAnswers(dependencies)
  addLoginRoutes(routes, dependencies, answers, factors)
  addSsoRoutes(routes, dependencies, answers)
  addLoginCodeRoutes(routes, dependencies, answers)
  routes.post('/api/auth/logout', async (req: Req<'logout'>, res) => {
    await scoped(dependencies, req, logOut)
    res.set('Clear-Site-Data', '"cache"') // the storage keeps appearance and the last user
    res.status(204).end()
  })
  routes.post('/api/auth/password', async (req: Req<'changePassword'>, res) => {
    const hash = await scoped(dependencies, req, readOwnPasswordHash)
    const caller = { actor: callerOf(req).actor, origin: originOf(req), now: dependencies.now() }
    const { current_password: current, new_password: chosen } = req.body
    const passwords = { current, chosen, owner: callerOf(req).person, breached: dependencies.breachedPasswords }
    const newHash = await verifyAndHashPassword(dependencies.knex, caller, hash, passwords)
    await scoped(dependencies, req, (context) => changePassword(context, hash, newHash))
    res.status(204).end()
  })
  routes.post('/api/auth/confirm', async (req: Req<'confirmIdentity'>, res: Res<'confirmIdentity'>) => {
    const isCorrect = await passwordCheckOf(dependencies, req)
    const caller = { actor: callerOf(req).actor, origin: originOf(req), now: dependencies.now() }
    const { password, ...given } = req.body
    const factor = proofIn(given)
    const challenge = factor?.kind === 'passkey' ? await scoped(dependencies, req, takePasskeyChallenge) : null
    const complete = factor?.kind === 'passkey' ? { ...factor, challenge } : factor
    await proveIdentity(factors(), caller, isCorrect, { password, factor: complete })
    const { confirmation, expiresAt } = await scoped(dependencies, req, (context) => issueConfirmation(context))
    dependencies.secrets?.addRecent(confirmation)
    res.json({ confirmation, expires_at: expiresAt.toISOString() })
  })
  routes.get('/api/auth/sessions', async (req: Req<'listSessions'>, res: Res<'listSessions'>) => {
    const asking = callerOf(req).actor.sessionId
    res.json((await scoped(dependencies, req, listOwnSessions)).map((session) => presentSession(session, asking)))
  })
  routes.delete('/api/auth/sessions/:session_id', async (req: Req<'endSession'>, res) => {
    await scoped(dependencies, req, (context) => endOwnSession(context, req.params.session_id))
    res.status(204).end()
  })
  routes.get('/api/auth/me', async (req: Req<'me'>, res: Res<'me'>) => {
    const { actor, person, expiresAt, needsSecondFactor, needsPasswordChange } = callerOf(req)
    const { tenantId, token = null, permissions = [] } = actor
    const role = actor.role as Role
    const kinds = await scoped(dependencies, req, ({ trx }) => listFactorKinds(trx, [person.id]))
    res.json({
      ...person,
      role,
      role_id: actor.roleId ?? null,
      role_name: actor.roleName ?? null,
      tenant_id: tenantId,
      permissions: [...permissions],
      limited: actor.limits !== undefined,
      expires_at: expiresAt.toISOString(),
      time_zone: settings.timeZone,
      token,
      second_factors: kinds.get(person.id) ?? [],
      second_factor_required: needsSecondFactor,
      password_change_required: needsPasswordChange,
      ...(await readSsoUser(dependencies.knex, person.id)),
    })
  })
  return routes
}

/** Returns how the caller's password is compared: with the hash here, or by the directory. */
async function passwordCheckOf(
  dependencies: Dependencies,
  req: Req<'confirmIdentity'>,
): Promise<(password: string) => Promise<boolean>> {
  const { knex, outgoing, serviceKeys, log, now } = dependencies
  const user = await scoped(dependencies, req, readOwnUser)
  const account = await findDirectoryAccount(knex, user)
  const directories = { knex, outgoing, settingsKey: serviceKeys.settingsKey, log }
  if (account) return (password) => isDirectoryPassword(directories, account, password, now())
  const hash = requirePasswordHash(user)
  return (password) => isPassword(password, hash)
}

function addLoginRoutes(
  routes: Router,
  { outgoing, log, breachedPasswords: breached }: Dependencies,
  { lanes, devices, requestOf, sendSession, sendChallenge }: LoginAnswers,
  factors: () => FactorDependencies,
): void {
  routes.post('/api/auth/login', async (req: Req<'login'>, res: Res<'login'>) => {
    const { email, password } = req.body
    const { knex, settingsKey, relyingParty } = factors()
    const request = { ...requestOf(req), email, password, settingsKey, relyingParty }
    const found = await findDirectoryFor(knex, email)
    const result = found
      ? await logInWithDirectory({ knex, lanes, devices, outgoing, settingsKey, log }, request, found)
      : await logIn({ knex, lanes, devices, breached }, request)
    if (result.kind === 'session') return sendSession(res, result)
    sendChallenge(res, result)
  })
  routes.post(
    '/api/auth/login/second-factor',
    async (req: Req<'loginWithSecondFactor'>, res: Res<'loginWithSecondFactor'>) => {
      const { challenge, ...given } = req.body
      const proof = proofIn(given)
      if (!proof) throw new DomainError('second_factor_proof_missing', {}, { missing: 'second_factor' })
      sendSession(res, await completeLogin({ ...factors(), lanes, devices }, { ...requestOf(req), challenge, proof }))
    },
  )
}

/** A factor as a request presents it. */
interface GivenFactor {
  totp?: string
  recovery_code?: string
  passkey?: { id: string }
}

/** @throws DomainError validation_failed for more than one factor */
function proofIn({ totp, recovery_code: recoveryCode, passkey }: GivenFactor): PresentedFactor | undefined {
  const given: PresentedFactor[] = [
    ...(totp === undefined ? [] : [{ kind: 'totp' as const, code: totp }]),
    ...(recoveryCode === undefined ? [] : [{ kind: 'recovery_code' as const, code: recoveryCode }]),
    ...(passkey === undefined ? [] : [{ kind: 'passkey' as const, response: passkey }]),
  ]
  if (given.length > 1) throw invalidField(given[1]!.kind, 'only_one_factor')
  return given[0]
}
