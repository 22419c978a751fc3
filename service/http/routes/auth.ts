import { Router } from 'express'
import { type Role, permissionsOf } from '../../../shared/permissions/permissions.ts'
import {
  changePassword,
  verifyAndHashPassword,
  readOwnPasswordHash,
} from '../../domain/inventory/users/change-password.ts'
import { issueConfirmation, proveIdentity } from '../../domain/inventory/sign-in/identity-confirmation.ts'
import { logIn } from '../../domain/inventory/sign-in/log-in.ts'
import { createLoginDevices } from '../../domain/inventory/sign-in/login-devices.ts'
import { createLoginLanes } from '../../domain/inventory/sign-in/login-lanes.ts'
import { logOut } from '../../domain/inventory/sign-in/log-out.ts'
import { endOwnSession, listOwnSessions } from '../../domain/inventory/users/sessions.ts'
import type { Dependencies } from '../../dependencies.ts'
import { originOf } from '../authorise.ts'
import { deviceCookie } from '../device-cookie.ts'
import type { Req, Res } from '../operation.ts'
import { presentSession } from '../present/session.ts'
import { callerOf, scoped } from '../scoped.ts'

export function authRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const lanes = createLoginLanes(dependencies.knex)
  const devices = createLoginDevices(dependencies.serviceKeys)
  routes.post('/api/auth/login', async (req: Req<'login'>, res: Res<'login'>) => {
    const cookie = deviceCookie(dependencies.settings.baseUrl, devices.cookieName(req.body.email.trim().toLowerCase()))
    const { token, expiresAt, deviceToken } = await logIn(
      { knex: dependencies.knex, lanes, devices },
      {
        deviceToken: cookie.read(req),
        email: req.body.email,
        password: req.body.password,
        origin: originOf(req),
        now: dependencies.now(),
        sessionTtlMinutes: dependencies.settings.sessionTtlMinutes,
      },
    )
    cookie.set(res, deviceToken)
    res.json({ token, expires_at: expiresAt.toISOString() })
  })
  routes.post('/api/auth/logout', async (req: Req<'logout'>, res) => {
    await scoped(dependencies, req, logOut)
    res.status(204).end()
  })
  routes.post('/api/auth/password', async (req: Req<'changePassword'>, res) => {
    const hash = await scoped(dependencies, req, readOwnPasswordHash)
    const caller = { actor: callerOf(req).actor, origin: originOf(req), now: dependencies.now() }
    const { current_password: current, new_password: chosen } = req.body
    const newHash = await verifyAndHashPassword(dependencies.knex, caller, hash, { current, chosen })
    await scoped(dependencies, req, (context) => changePassword(context, newHash))
    res.status(204).end()
  })
  routes.post('/api/auth/confirm', async (req: Req<'confirmIdentity'>, res: Res<'confirmIdentity'>) => {
    const hash = await scoped(dependencies, req, readOwnPasswordHash)
    const caller = { actor: callerOf(req).actor, origin: originOf(req), now: dependencies.now() }
    await proveIdentity(dependencies.knex, caller, hash, req.body.password)
    const { confirmation, expiresAt } = await scoped(dependencies, req, issueConfirmation)
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
    const { actor, person, expiresAt } = callerOf(req)
    const { tenantId, token = null } = actor
    const role = actor.role as Role
    res.json({
      ...person,
      role,
      tenant_id: tenantId,
      permissions: permissionsOf(role),
      expires_at: expiresAt.toISOString(),
      time_zone: dependencies.settings.timeZone,
      token,
    })
  })
  return routes
}
